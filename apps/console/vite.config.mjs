import { defineConfig } from 'vite';

export default defineConfig({
  // Files have a hash in their names, so that the gateway lets browsers keep them.
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page forbids `data:` and scripts in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Packages mark what may run in a browser alone, and all of this does.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
});
