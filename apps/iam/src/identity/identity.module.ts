import { Module } from '@nestjs/common';
import { Avatars } from './avatars/avatars.js';
import { OwnSessions } from './profile/own-sessions.js';
import { Profiles } from './profile/profiles.js';
import { PasswordResets } from './signin/password-resets.js';
import { Registration } from './signin/registration.js';
import { Sessions } from './signin/sessions.js';
import { SignIns } from './signin/sign-ins.js';
import { SignUps } from './signin/sign-ups.js';
import { Members } from './users/members.js';
import { Users } from './users/users.js';

@Module({
  controllers: [Avatars, Profiles, OwnSessions, SignIns, Registration, Members, Users],
  providers: [Sessions, PasswordResets, SignUps],
  exports: [Sessions],
})
export class IdentityModule {}
