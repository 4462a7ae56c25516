import type { Page } from 'playwright-core'

/** Whether something is to be seen, asked before each frame. */
export type Look = () => boolean
export type Looks = Readonly<Record<string, Look>>

/** Of one press, in milliseconds: each look by its name, and the longest event by the browser's own account. */
export type Pressed = { readonly looks: Readonly<Record<string, number>>; readonly eventMs: number }
/** Of one loading of a page, in milliseconds since its navigation began; null where the page has none. */
export type Loaded = {
  readonly largestMs: number
  readonly rowMs: number | null
  readonly aliveMs: number | null
}

type Stopwatch = {
  /** Measures the next key, click or turn of the wheel, until the frame that shows each of these is painted. */
  readonly watch: (looks: Looks) => void
  readonly pressed: () => Promise<Pressed>
  readonly loaded: () => Loaded
}

declare global {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only an interface adds to the browser's own
  interface Window {
    stopwatch: Stopwatch
  }
}

/** Puts the stopwatch into every page that this one shows from now on. */
export async function installStopwatch(page: Page): Promise<void> {
  await page.addInitScript(makeStopwatch)
}

/** Runs in the page, before its own script: it can use nothing from outside of itself. */
function makeStopwatch(): void {
  const giveUpMs = 20_000
  const settleMs = 120 // the browser hands over its accounts of events some frames after them
  let startedAt: number | null = null
  let largestMs = 0
  let eventMs = 0
  const lifetime: Record<'row' | 'alive', number | null> = { row: null, alive: null }
  let pressed: Promise<Pressed> = Promise.reject(new Error('Nothing was watched.'))
  pressed.catch(() => undefined)

  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) largestMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId > 0) eventMs = Math.max(eventMs, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  for (const type of ['keydown', 'click', 'wheel']) {
    const start = ({ timeStamp }: Event) => void (startedAt ??= timeStamp)
    window.addEventListener(type, start, { capture: true, passive: true })
  }

  /** Called before a frame: a message is handled after it was painted. */
  function afterPaint(then: (atMs: number) => void): void {
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = () => then(performance.now())
    port1.postMessage(null)
  }

  function watch(looks: Looks): void {
    startedAt = null
    eventMs = 0
    const times: Record<string, number> = {}
    pressed = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`Not seen: ${[...open].join(', ')}`)), giveUpMs)
      const open = new Set(Object.keys(looks))
      const end = () => {
        clearTimeout(late)
        setTimeout(() => resolve({ looks: times, eventMs }), settleMs)
      }
      const beforeFrame = () => {
        const from = startedAt
        for (const name of from === null ? [] : open) {
          if (looks[name]?.() !== true) continue
          open.delete(name)
          afterPaint((atMs) => {
            times[name] = atMs - (from ?? atMs)
            if (Object.keys(times).length === Object.keys(looks).length) end()
          })
        }
        if (open.size > 0) requestAnimationFrame(beforeFrame)
      }
      requestAnimationFrame(beforeFrame)
    })
    pressed.catch(() => undefined) // whoever pressed hears of it
  }

  function lookForRow(): void {
    const row = document.querySelector('[role=feed] article')
    const isAlive = row !== null && Object.keys(row).some((name) => name.startsWith('__reactFiber'))
    if (row !== null && lifetime.row === null) afterPaint((atMs) => (lifetime.row ??= atMs))
    if (isAlive) afterPaint((atMs) => (lifetime.alive ??= atMs))
    else if (performance.now() < giveUpMs) requestAnimationFrame(lookForRow)
  }
  requestAnimationFrame(lookForRow)

  window.stopwatch = {
    watch,
    pressed: () => pressed,
    loaded: () => ({ largestMs, rowMs: lifetime.row, aliveMs: lifetime.alive }),
  }
}
