/** Prisma's engine is one for the process: it cannot be loaded again. */
const staying = 'skylarkSchemaEngine'

/**
 * Ends what modules keep for the whole process (on globalThis, by names that begin with "skylark"), and forgets it: what work after an
 * answer was promised is done first.
 */
export async function endProcessState(): Promise<void> {
  const { skylarkAfterAnswer } = globalThis as { skylarkAfterAnswer?: ReadonlySet<Promise<void>> }
  await Promise.allSettled(skylarkAfterAnswer ?? [])
  const held = Object.entries(globalThis).filter(([name]) => name.startsWith('skylark') && name !== staying)
  await Promise.all(held.map(([name, value]) => end(name, value)))
}

async function end(name: string, held: unknown): Promise<void> {
  Reflect.deleteProperty(globalThis, name)
  if (typeof held !== 'object' || held === null) return
  for (const ending of ['$disconnect', 'close']) {
    const method: unknown = Reflect.get(held, ending)
    if (typeof method === 'function') await Reflect.apply(method, held, [])
  }
}
