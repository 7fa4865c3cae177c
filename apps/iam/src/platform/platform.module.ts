import { Module } from '@nestjs/common';
import { AuditRecords } from './audit/audit-records.js';
import { KeyRotation } from './keys/key-rotation.js';

@Module({
  controllers: [AuditRecords, KeyRotation],
})
export class PlatformModule {}
