import { Module } from '@nestjs/common';
import { ApmViewsModule } from '../apm/apm.module.js';
import { AlertMeasures } from './alert-measures.js';
import { AlertCausesRead } from './causes.js';
import { AlertEvidences } from './evidence.js';
import { PlatformProgress } from './platform-progress.js';

@Module({ imports: [ApmViewsModule], controllers: [AlertMeasures, PlatformProgress, AlertEvidences, AlertCausesRead] })
export class AlertMeasuresModule {}
