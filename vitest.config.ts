import { defineConfig } from 'vitest/config';

// Two cores: more workers only make the real OVN processes of the tests wait for each other.
export default defineConfig({
  test: {
    include: ['{packages,apps,e2e,scripts,images}/**/*.test.{ts,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**', '.cache/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // A landing must not hang on the mood of a shared machine; a test that needs its second try is printed as flaky.
    retry: process.env.CI ? 1 : 0,
  },
});
