import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server that the development server hands API calls to. */
const API = process.env['MUSTER_API'] ?? 'http://localhost:3000';

/** The browser half: one page, an early chunk up to the shell, and the grid, forms and pages each where they are first used. */
export default defineConfig({
  root: 'runtime-ui',
  publicDir: 'public',
  plugins: [react()],
  build: {
    outDir: '../dist/ui',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // The inline polyfill would need an exception of the content security policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  server: { port: 3200, strictPort: true, proxy: { '/api': { target: API, changeOrigin: false } } },
  preview: { port: 3201, proxy: { '/api': { target: API } } },
});
