/** Java, Kotlin, Scala, Groovy and Clojure on the JVM, and the SDKs that print like it (OpenTelemetry PHP). */
import { fileName } from './file-name.js';
import { lineNumber, type StackException, type StackFrame, type StackParser } from './stack.js';

// Only places that a JVM prints: `(Int32 id)` is a .NET frame.
const FORMER_FRAME =
  /^\s*at (?:[\w.-]+\/\/?|[\w.-]+@[\w.-]+\/|[\w.-]+\/[\w.-]+@[\w.-]+\/)?(?<function>[\w$.<>/-]+)\((?<place>[^()]*\.[a-z]+(?::(?<line>\d+))?|Native Method|Unknown Source|<generated>)\)(?: ~?\[[^\]]*\])?$/;
/** Beside it what obfuscators leave of a place: nothing but a line, which alone distinguishes two places. */
const FRAME =
  /^\s*at (?:[\w.-]+\/\/?|[\w.-]+@[\w.-]+\/|[\w.-]+\/[\w.-]+@[\w.-]+\/)?(?<function>[\w$.<>/-]+)\((?:(?<place>[^()]*\.[a-z]+(?::(?<line>\d+))?|Native Method|Unknown Source|<generated>)|(?:SourceFile|Unknown Source|r8-map-id-[0-9a-f]+):(?<hidden>\d+))\)(?: ~?\[[^\]]*\])?$/;
const CAUSE = /^(?<indent>\s*)(?<how>Caused by|Wrapped by|Suppressed): (?:\[CIRCULAR REFERENCE: ?)?(?<type>[\w$.]+)/;
const HEAD = /^(?:Exception in thread "[^"]{0,100}" )?(?<type>[\w$]+(?:\.[\w$]+)+)(?=:|$)/;

const LIBRARIES =
  /^(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|_COROUTINE|scala|groovy|clojure|android|androidx|dalvik|com\.android|com\.google\.(?:common|inject|gson)|com\.(?:fasterxml|zaxxer|mysql|netflix)|ch\.qos|feign|lombok|okhttp3|okio|retrofit2|reactor|akka|play|rx|io\.(?:netty|undertow|grpc|opentelemetry|micrometer|micronaut|quarkus|vertx|reactivex|lettuce|smallrye)|net\.(?:bytebuddy|sf\.cglib)|org\.(?:springframework|apache|hibernate|eclipse|junit|jboss|glassfish|mortbay|postgresql|slf4j|aspectj|mockito|codehaus|jetbrains|wildfly|xnio))\./;

const SCRIPT = /\.rb(?::\d+)?$/;

/** What the algorithms g2 and g3 knew. */
export const formerJava: StackParser = parser(FORMER_FRAME);
export const java: StackParser = parser(FRAME);

function parser(pattern: RegExp): StackParser {
  return {
    runtime: 'java',
    isFrame: (line) => pattern.test(line),

    read(lines) {
      const exceptions: StackException[] = [{ type: '', frames: [] }];
      let current = exceptions[0];
      /** Indentation of a suppressed exception: it happened beside the error and is no part of what caused it. */
      let aside = Infinity;
      for (const line of lines) {
        const cause = CAUSE.exec(line)?.groups;
        if (cause !== undefined) {
          const depth = cause.indent!.length;
          if (cause.how === 'Suppressed') aside = Math.min(aside, depth);
          if (depth >= aside) continue;
          aside = Infinity;
          current = { type: cause.type!, frames: [] };
          // Printed root cause first, each further exception wraps the one before.
          if (cause.how === 'Wrapped by') exceptions.unshift(current!);
          else exceptions.push(current!);
          continue;
        }
        if (aside < Infinity) continue;
        const frame = frameOf(pattern.exec(line)?.groups);
        if (frame !== undefined) current!.frames.push(frame);
        else if (exceptions.length === 1 && current!.type === '') current!.type = HEAD.exec(line)?.groups?.type ?? '';
      }
      return exceptions;
    },
  };
}

function frameOf(groups: Record<string, string> | undefined): StackFrame | undefined {
  if (groups === undefined) return undefined;
  const name = javaName(groups.function!);
  if (groups.hidden !== undefined) {
    const inApp = !LIBRARIES.test(name);
    return { function: name, file: '', ...lineNumber(groups.hidden), inApp, key: `${name}:${groups.hidden}` };
  }
  const file = /\.[a-z]+(?::\d+)?$/.test(groups.place!) ? fileName(groups.place!.replace(/:\d+$/, '')) : '';
  return {
    function: name,
    file,
    ...lineNumber(groups.line),
    inApp: !LIBRARIES.test(name),
    key: name,
    // Compiled scripts are identified by their file: JRuby calls every method `RUBY.…`.
    ...(SCRIPT.test(groups.place!) && { path: groups.place!.replace(/:\d+$/, '') }),
  };
}

/** Names that compilers, proxies and class loaders number as they go. */
function javaName(name: string): string {
  if (!/[$\d]/.test(name)) return name;
  return name
    .replace(/\$\$Lambda(?:\$\d+)?(?:\/[\w]+)?/g, '$$$$Lambda')
    .replace(/\$\$(?:FastClassBy|EnhancerBy|SpringCGLIB|KeyFactoryBy)\w*(?:\$\$\w+)?/g, '$$$$proxy')
    .replace(/\$(?:ByteBuddy|MockitoMock|HibernateProxy|HibernateBasicProxy)\$\w+/g, '$$$$proxy')
    .replace(/_\$\$_(?:jvst|javassist_)\w+/g, '$$$$proxy')
    .replace(/Generated(?:Method|Constructor|SerializationConstructor)Accessor\d+/g, 'GeneratedAccessor')
    .replace(/\$Proxy\d+/g, '$$Proxy')
    .replace(/(fn|eval|reify|_closure)_*\d+/g, '$1')
    .replace(/\$\d+(?=[.$]|$)/g, '$$n');
}
