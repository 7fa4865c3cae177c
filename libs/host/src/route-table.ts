import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: RouteTable;
  }
}

interface Entry {
  url: string;
  methods: readonly string[];
  pattern: RegExp;
}

/** The routes of a server, to say with `Allow` which methods a path knows when the asked one is not among them. */
export class RouteTable {
  private readonly entries: Entry[] = [];

  constructor(server: FastifyInstance) {
    server.addHook('onRoute', (route) => {
      if (route.url === '*' || route.url === '/*') return;
      this.entries.push({ url: route.url, methods: [route.method].flat(), pattern: patternOf(route.url) });
    });
  }

  /** Every route as `METHOD /path/:parameter`. */
  list(): string[] {
    return this.entries.flatMap(({ methods, url }) => methods.map((method) => `${method} ${url}`));
  }

  methodsOf(url: string): string[] {
    const path = url.split('?', 1)[0];
    return [...new Set(this.entries.filter((entry) => entry.pattern.test(path!)).flatMap((entry) => entry.methods))];
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
