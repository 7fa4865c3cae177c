import type { FastifyInstance } from 'fastify';

interface Entry {
  methods: readonly string[];
  pattern: RegExp;
}

/** The routes of a server, to say with `Allow` which methods a path knows when the asked one is not among them. */
export class RouteTable {
  private readonly entries: Entry[] = [];

  constructor(server: FastifyInstance) {
    server.addHook('onRoute', (route) => {
      if (route.url === '*' || route.url === '/*') return;
      this.entries.push({ methods: [route.method].flat(), pattern: patternOf(route.url) });
    });
  }

  methodsOf(url: string): string[] {
    const path = url.split('?', 1)[0];
    return [...new Set(this.entries.filter((entry) => entry.pattern.test(path)).flatMap((entry) => entry.methods))];
  }
}

function patternOf(route: string): RegExp {
  const source = route
    .split('/')
    .map((segment) =>
      segment.startsWith(':')
        ? '[^/]+'
        : segment.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*'),
    )
    .join('/');
  return new RegExp(`^${source}$`);
}
