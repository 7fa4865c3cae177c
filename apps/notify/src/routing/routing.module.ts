import { Module } from '@nestjs/common';
import { Acknowledgements } from './acknowledgements/acknowledgements.js';
import { DefaultRoutes } from './default-routes/default-routes.js';
import { Policies } from './policies/policies.js';
import { PolicyPreviews } from './policies/policy-preview.js';
import { TeamDirectory } from './policies/team-directory.js';
import { Preferences } from './preferences/preferences.js';
import { Templates } from './templates/templates.js';
import { EndpointVerification } from './user-endpoints/endpoint-verification.js';
import { UserEndpoints } from './user-endpoints/user-endpoints.js';
import { ChannelsModule } from '../channels/channels.module.js';

@Module({
  imports: [ChannelsModule],
  controllers: [
    Acknowledgements,
    DefaultRoutes,
    PolicyPreviews,
    Preferences,
    Templates,
    EndpointVerification,
    Policies,
    UserEndpoints,
  ],
  providers: [TeamDirectory],
  exports: [TeamDirectory],
})
export class RoutingModule {}
