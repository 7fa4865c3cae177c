import { Module } from '@nestjs/common';
import { SourceMaps } from './source-maps.js';

@Module({ controllers: [SourceMaps] })
export class SourceMapsModule {}
