/** Ways to send the first telemetry, as text to copy. Pure. */

export const WAYS = ['node', 'python', 'java', 'go', 'dotnet', 'collector', 'kubernetes', 'curl'] as const;
export type Way = (typeof WAYS)[number];

/** Names of their own, the same in every language. */
export const WAY_NAMES: Record<Way, string> = {
  node: 'Node.js',
  python: 'Python',
  java: 'Java',
  go: 'Go',
  dotnet: '.NET',
  collector: 'Collector',
  kubernetes: 'Kubernetes',
  curl: 'curl',
};

/** `origin` is the address of the product, without a slash at its end. */
export interface Target {
  origin: string;
  token: string;
}

/** Of the specification of OpenTelemetry's SDKs: values of headers are percent-encoded. */
const variables = ({ origin, token }: Target): string => `export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20${token}"
export OTEL_SERVICE_NAME=my-service`;

const exporter = ({ origin, token }: Target): string => `exporters:
  otlphttp/spanwise:
    endpoint: ${origin}
    headers:
      authorization: "Bearer ${token}"
service:
  pipelines:
    traces:
      receivers: [otlp]
      exporters: [otlphttp/spanwise]`;

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

const TEXTS: Record<Way, (target: Target) => string> = {
  node: (target) => `npm install @opentelemetry/api @opentelemetry/auto-instrumentations-node
${variables(target)}
export NODE_OPTIONS="--require @opentelemetry/auto-instrumentations-node/register"
node server.js`,
  python: (target) => `pip install opentelemetry-distro opentelemetry-exporter-otlp
opentelemetry-bootstrap -a install
${variables(target)}
opentelemetry-instrument python app.py`,
  java: (
    target,
  ) => `curl -LO https://github.com/open-telemetry/opentelemetry-java-instrumentation/releases/latest/download/opentelemetry-javaagent.jar
${variables(target)}
java -javaagent:opentelemetry-javaagent.jar -jar app.jar`,
  go: (
    target,
  ) => `go get go.opentelemetry.io/otel/sdk/trace go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp
# In main: exporter, err := otlptracehttp.New(ctx)
#          otel.SetTracerProvider(trace.NewTracerProvider(trace.WithBatcher(exporter)))
${variables(target)}
go run .`,
  dotnet: (
    target,
  ) => `curl -LO https://github.com/open-telemetry/opentelemetry-dotnet-instrumentation/releases/latest/download/otel-dotnet-auto-install.sh
sh ./otel-dotnet-auto-install.sh
. $HOME/.otel-dotnet-auto/instrument.sh
${variables(target)}
dotnet run`,
  collector: (target) => `receivers:
  otlp:
    protocols:
      grpc:
      http:
${exporter(target)}`,
  kubernetes: (target) => `helm repo add open-telemetry https://open-telemetry.github.io/opentelemetry-helm-charts
helm install spanwise-collector open-telemetry/opentelemetry-collector --values - <<'END'
mode: deployment
image:
  repository: otel/opentelemetry-collector-k8s
config:
${indented(exporter(target))}
END`,
  // One request of 120 ms that ends now, as a shell sends it.
  curl: ({ origin, token }) => `now=$(date +%s)
curl -sS ${origin}/v1/traces \\
  -H 'authorization: Bearer ${token}' -H 'content-type: application/json' \\
  -d '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"my-service"}}]},
    "scopeSpans":[{"spans":[{"traceId":"'$(openssl rand -hex 16)'","spanId":"'$(openssl rand -hex 8)'",
    "name":"GET /hello","kind":2,"startTimeUnixNano":"'$((now - 1))'880000000","endTimeUnixNano":"'$now'000000000"}]}]}]}'`,
};

export const textOf = (way: Way, target: Target): string => TEXTS[way](target);
