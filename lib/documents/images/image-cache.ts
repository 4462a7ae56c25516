import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import { imageTypeOf } from './image-type.ts'
import type { LimitedImage } from './limit-image.ts'

export type ImageCache = {
  readonly find: (url: string) => Promise<LimitedImage | null>
  readonly store: (url: string, image: LimitedImage) => Promise<void>
}

/** Of a disk a file takes whole blocks: one pixel as much as 4 kB. */
const blockBytes = 4096
const roomOf = (bytes: number) => Math.ceil(bytes / blockBytes) * blockBytes

type Kept = { readonly name: string; readonly bytes: number; readonly usedAt: number }

/** After a sweep so much of the room is taken, so that not every picture sweeps. */
const sweptShare = 0.9
/** The last use of a picture is written at most so often, in ms. */
const touchEveryMs = HOUR_MS

/**
 * Pictures in a folder, at most `mostBytes` of its disk by what this process counts: those not used for longest go first. Several processes may
 * share it; each counts what the others wrote at its next sweep.
 * A file is whole or not there at all; its type is seen by its bytes.
 */
export function createImageCache(folder: string, mostBytes: number, now: () => number): ImageCache {
  let bytes: number | null = null // not counted yet
  let sweeping: Promise<void> | null = null
  const placeOf = (url: string) => {
    const name = createHash('sha256').update(url).digest('hex')
    return path.join(folder, name.slice(0, 2), name)
  }

  async function sweep(): Promise<void> {
    const kept = (await listKept(folder)).sort((a, b) => a.usedAt - b.usedAt)
    let total = kept.reduce((sum, file) => sum + file.bytes, 0)
    if (total > mostBytes) {
      for (const file of kept) {
        if (total <= mostBytes * sweptShare) break
        await rm(file.name, { force: true })
        total -= file.bytes
      }
    }
    bytes = total
  }

  return {
    find: async (url) => {
      const place = placeOf(url)
      const file = await readFile(place).catch(ifMissing)
      const type = file === null ? null : imageTypeOf(file)
      if (file === null || type === null) return null
      const { mtimeMs } = await stat(place).catch((error: unknown) => ifMissing(error) ?? { mtimeMs: now() }) // swept away meanwhile
      const at = new Date(now())
      if (now() - mtimeMs > touchEveryMs) await utimes(place, at, at).catch(ifMissing)
      return { type, bytes: file }
    },
    store: async (url, image) => {
      if (image.bytes.length > mostBytes) return
      const place = placeOf(url)
      await mkdir(path.dirname(place), { recursive: true })
      const draft = `${place}.${randomBytes(6).toString('hex')}`
      try {
        await writeFile(draft, image.bytes, { mode: 0o600 })
        await rename(draft, place)
      } catch (error) {
        await rm(draft, { force: true }) // what was written of it takes room on a disk that is full
        throw error
      }
      if (bytes !== null) bytes += roomOf(image.bytes.length)
      if (bytes !== null && bytes <= mostBytes) return
      sweeping ??= sweep().finally(() => {
        sweeping = null
      })
      await sweeping
    },
  }
}

async function listKept(folder: string): Promise<Kept[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const name = path.join(entry.parentPath, entry.name)
        const found = await stat(name).catch(ifMissing) // another process sweeps, too
        return found === null ? [] : [{ name, bytes: roomOf(found.size), usedAt: found.mtimeMs }]
      }),
  )
  return files.flat()
}

function ifMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
