import { Module } from '@nestjs/common';
import { EvaluationMetrics } from './alert-evaluation/evaluation-metrics.js';
import { EvaluationRetention } from './alert-evaluation/evaluation-retention.js';
import { Evaluator } from './alert-evaluation/evaluator.js';
import { PlatformIncidents } from './alert-evaluation/platform-incidents.js';
import { TransitionHandler } from './alert-evaluation/transition-handler.js';
import { AlertRules } from './alert-rules/alert-rules.js';
import { DefaultRules } from './default-rules/default-rules.js';
import { IncidentRetention } from './incident-retention/incident-retention.js';
import { PlatformWatch } from './platform-incident/platform-watch.js';
import { DeliveryModule } from '../delivery/delivery.module.js';

@Module({
  imports: [DeliveryModule],
  controllers: [AlertRules],
  providers: [
    TransitionHandler,
    EvaluationMetrics,
    PlatformIncidents,
    PlatformWatch,
    Evaluator,
    EvaluationRetention,
    IncidentRetention,
    DefaultRules,
  ],
})
export class AlertingModule {}
