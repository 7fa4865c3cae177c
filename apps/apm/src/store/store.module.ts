import { Module } from '@nestjs/common';
import { Streams } from './streams/streams.js';

@Module({ controllers: [Streams] })
export class StoreModule {}
