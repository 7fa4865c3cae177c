import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';

/** What the modules of all groups of a service use: the host, the bus, the database, the settings. */
@Global()
@Module({})
export class SharedModule {
  static of(providers: Provider[]): DynamicModule {
    return { module: SharedModule, providers, exports: providers };
  }
}
