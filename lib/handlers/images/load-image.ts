import path from 'node:path'
import { systemClock } from '#lib/runtime/clock.ts'
import { createRequestLimits } from '#lib/auth/requests/request-limits.ts'
import { config } from '#lib/runtime/config.ts'
import { fetchImage, type FetchedImage } from '#lib/documents/fetch/fetch-image.ts'
import type { Obstacle } from '#lib/documents/door/fetch-types.ts'
import { createGate, type Gate } from '#lib/documents/door/gate.ts'
import { createImageCache, type ImageCache } from '#lib/documents/images/image-cache.ts'
import { hostOf } from '#lib/documents/door/normalise-url.ts'
import { log } from '#lib/runtime/log.ts'
import { workForAll } from '#lib/runtime/database-work.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { findPublisherLimit, optOutOf } from '#lib/store/hosts/publisher-limits.ts'
import { takeRequests } from '#lib/store/accounts/request-allowances.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** Pictures fetched at the same time by this web server, over all and at one host; who waits longer than that is told to come again. */
const atOnce = 8
const atOnceOfHost = 4
const mostWaiting = 200
/** A picture that could not be fetched is not asked for again so long. */
const failedForMs = 10 * 60_000
/** Nor one whose server was busy or silent. */
export const passingForMs = 30_000
const mostFailures = 5_000

type FailedImage = Extract<FetchedImage, { readonly kind: 'failed' }>

type Loading = {
  readonly cache: ImageCache
  readonly gate: Gate
  readonly gates: Map<string, Gate>
  readonly running: Map<string, Promise<FetchedImage | null>>
  readonly failures: Map<string, { readonly image: FailedImage; readonly until: number }>
}

const loading = oncePerProcess((): Loading => {
  const folder = path.join(config().dataDir, 'images')
  return {
    cache: createImageCache(folder, config().imageCacheBytes, Date.now),
    gate: createGate(atOnce, mostWaiting),
    gates: new Map(),
    running: new Map(),
    failures: new Map(),
  }
})

/** A picture that was fetched before; null: it has to be fetched. */
export async function findImage(url: string): Promise<FetchedImage | null> {
  const { cache, failures } = loading()
  const failed = failures.get(url)
  if (failed !== undefined && failed.until > Date.now()) return failed.image
  const kept = await cache.find(url)
  return kept === null ? null : { kind: 'image', ...kept }
}

/** Fetches a picture, once however many found at the same time that it was not kept. Null: too many wait already. */
export function loadImage(url: string): Promise<FetchedImage | null> {
  const { running } = loading()
  const before = running.get(url)
  if (before !== undefined) return before
  // It may have come since the caller looked.
  const started = workForAll(async () => (await findImage(url)) ?? passGates(url)).finally(() =>
    running.delete(url),
  )
  running.set(url, started)
  return started
}

async function passGates(url: string): Promise<FetchedImage | null> {
  const { gate, gates } = loading()
  const host = URL.canParse(url) ? hostOf(url) : ''
  const ofHost = gates.get(host) ?? createGate(atOnceOfHost, mostWaiting)
  gates.set(host, ofHost)
  if (gates.size > mostFailures) gates.clear() // who is inside stays inside
  return ofHost.pass(() => gate.pass(() => fetchAndKeep(url)))
}

async function fetchAndKeep(url: string): Promise<FetchedImage> {
  const { userAgent, allowedPrivateNetworks } = config()
  const obstacle = await obstacleAt(url)
  const image: FetchedImage =
    obstacle?.kind === 'opted-out'
      ? { kind: 'failed', message: obstacle.message, isPassing: false }
      : await fetchImage(url, { userAgent, allowedPrivateNetworks, mayFollow: obstacleAt })
  const { cache, failures } = loading()
  if (image.kind === 'image') {
    await cache.store(url, image).catch((error: unknown) => log.warn('image-not-kept', { error }))
    return image
  }
  if (failures.size >= mostFailures) failures.clear()
  failures.set(url, { image, until: Date.now() + (image.isPassing ? passingForMs : failedForMs) })
  return image
}

/** The publisher's wishes hold for its pictures, too. */
async function obstacleAt(url: string): Promise<Obstacle | null> {
  if (!URL.canParse(url)) return null // the guard refuses it
  const host = hostOf(url)
  const limit = await findPublisherLimit(serverDatabase(), host)
  return limit?.isOptedOut === true ? optOutOf(host) : null
}

const perReaderAMinute = 300
const limits = oncePerProcess(() =>
  createRequestLimits((key, share) => takeRequests(serverDatabase(), key, share)),
)

/**
 * Counts a picture to be fetched for somebody, a subscriber or whoever has its address at some place in the net, over all web
 * servers: 300 a minute. What is kept here does not count.
 */
export async function mayFetchMore(key: string): Promise<boolean> {
  try {
    return (await limits()(`pictures of ${key}`, perReaderAMinute, systemClock.now())).isAllowed
  } catch (error) {
    log.warn('pictures-not-counted', { error }) // the disk of the database may be full: the gates hold
    return true
  }
}
