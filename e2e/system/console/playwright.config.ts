import { join } from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { chromium } from './browser.js';
import { SESSION_FILE } from './setup.js';

const folder = import.meta.dirname;
const signedIn = { storageState: SESSION_FILE };
const reporter: ReporterDescription[] = [['list'], [join(folder, 'result.reporter.ts')]];

/** All tests share one product, in this order: a first sign-in, the first data, then every screen. */
export default defineConfig({
  testDir: folder,
  testMatch: '*.e2e.ts',
  outputDir: join(folder, 'dist', 'failures'),
  globalSetup: join(folder, 'product.ts'),
  reporter,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Generous, so that a busy machine fails no test.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  use: {
    launchOptions: chromium(),
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'sign-in', testMatch: 'sign-in.e2e.ts' },
    { name: 'first-data', testMatch: 'first-data.e2e.ts', dependencies: ['sign-in'], use: signedIn },
    { name: 'screens', testIgnore: /(sign-in|first-data|alerts)\.e2e/, dependencies: ['first-data'], use: signedIn },
    // Last: the rule of the first data fires while the others run.
    { name: 'alerts', testMatch: 'alerts.e2e.ts', dependencies: ['first-data'], use: signedIn },
  ],
});
