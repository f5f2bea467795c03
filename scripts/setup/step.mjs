// Progress for the one who waits: every step that does work has a line at its start and its time at its end.
// A step that is already done says nothing.

/**
 * @param {string} name
 * @param {() => boolean | Promise<boolean>} done
 * @param {() => Promise<unknown>} work
 */
export async function step(name, done, work) {
  if (await done()) return;
  const start = performance.now();
  console.log(`  ..  ${name}`);
  await work();
  console.log(`  ok  ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}
