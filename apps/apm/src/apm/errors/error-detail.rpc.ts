import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { apmErrorDetail, type ErrorDetailQuery, type ErrorGroupDetail } from '@spanwise/contracts/apm/details';
import { ErrorDetails } from './error-detail.js';

@Controller()
export class ErrorDetailController {
  constructor(private readonly details: ErrorDetails) {}

  @HandleRpc(apmErrorDetail)
  detail(query: ErrorDetailQuery, { context }: ScopedCall): Promise<ErrorGroupDetail> {
    return this.details.detail(query, context);
  }
}
