/** The environment of the demo: the only place of this package that reads it. */

export interface DemoConfig {
  baseUrl: string;
  intakeToken: string;
  /** While there is a file of this name, most requests of the service `stock` fail. */
  faultFile?: string;
  /** Environment of the live processes: an unchanged SDK reads its endpoint and its token from these two variables. */
  liveEnvironment: NodeJS.ProcessEnv;
}

/** Throws a sentence that names every missing variable. */
export function demoConfig(environment: NodeJS.ProcessEnv = process.env): DemoConfig {
  const {
    SPANWISE_BASE_URL: baseUrl,
    SPANWISE_INTAKE_TOKEN: intakeToken,
    SPANWISE_DEMO_FAULT_FILE: faultFile,
    ...rest
  } = environment;
  if (!baseUrl || !intakeToken) {
    const missing = [!baseUrl && 'SPANWISE_BASE_URL', !intakeToken && 'SPANWISE_INTAKE_TOKEN'].filter(Boolean);
    throw new Error(`The demo needs ${missing.join(' and ')}.`);
  }
  return {
    baseUrl,
    intakeToken,
    ...(faultFile !== undefined && { faultFile }),
    liveEnvironment: {
      ...rest,
      OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${encodeURIComponent(intakeToken)}`,
    },
  };
}
