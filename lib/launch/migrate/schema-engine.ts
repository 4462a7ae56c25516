import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { createMigrationAdapter } from './migration-adapter.ts'

type EngineModule = {
  readonly SchemaEngine: typeof SchemaEngine
  readonly __wbg_set_wasm: (wasm: WebAssembly.Exports) => void
}

// Kept on globalThis: the engine's glue code holds one WebAssembly instance, and a second copy of this module (vitest
// loads one per project) would swap it under the first.
const holder = globalThis as { skylarkSchemaEngine?: Promise<EngineModule> }

/**
 * Lends Prisma's schema engine for one database. It is the WebAssembly one: the native one would have to be
 * downloaded, which a closed network does not allow.
 */
export async function withSchemaEngine<Result>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  holder.skylarkSchemaEngine ??= loadEngine()
  const { SchemaEngine } = await holder.skylarkSchemaEngine
  const adapter = createMigrationAdapter(databaseUrl)
  try {
    const engine = await SchemaEngine.new(
      { datamodels: undefined },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(adapter),
    )
    const result = await work(engine)
    engine.free()
    return result
  } finally {
    await adapter.close()
  }
}

async function loadEngine(): Promise<EngineModule> {
  const require = createRequire(import.meta.url)
  const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm'))
  const engine: EngineModule & WebAssembly.ModuleImports =
    await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = await readFile(path.join(folder, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engine })
  engine.__wbg_set_wasm(instance.exports)
  const start = instance.exports['__wbindgen_start']
  if (typeof start !== 'function')
    throw new Error('The schema engine has no __wbindgen_start: another version?')
  start()
  return engine
}
