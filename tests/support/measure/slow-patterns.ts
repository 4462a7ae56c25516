import vm from 'node:vm'
import { hostileTexts } from '#tests/support/data/hostile-texts.ts'

const length = 10_000
/** Whatever takes less for 10,000 characters is no weapon: as many as a header may have. */
const briefMs = 15
const context = vm.createContext({ regex: /a/, text: '' })
const script = new vm.Script("text.replace(regex, '')")

/** Milliseconds of this thread, whatever else the machine does, at best of three where it took long; Infinity: it was cut off. */
function timeOf(regex: RegExp, text: string): number {
  Object.assign(context, { regex, text })
  let least = Infinity
  for (let tries = 0; tries < 3; tries += 1) {
    const before = process.threadCpuUsage()
    try {
      script.runInContext(context, { timeout: 1000 })
      const { user, system } = process.threadCpuUsage(before)
      least = Math.min(least, (user + system) / 1000)
    } catch {
      return Infinity
    }
    if (least < briefMs) break
  }
  return least
}

/** Whether it is cut off, or four times the text takes much more than four times as long. */
function growsSteeply(regex: RegExp, text: string): boolean {
  const ms = timeOf(regex, text)
  if (ms === Infinity) return true
  return ms >= briefMs && ms > 9 * timeOf(regex, text.slice(0, text.length / 4))
}

/**
 * Says on which text a pattern takes more than linear time; null: on none that was tried. A longer text of the same kind has to agree: on a
 * busy machine a pattern that looks 2,000 characters ahead seems steep while the text is short. @param at where it stands
 */
export function slowTextOf(at: string, regex: RegExp): string | null {
  const worst = hostileTexts(regex, length).find(
    (text, kind) =>
      growsSteeply(regex, text) && growsSteeply(regex, hostileTexts(regex, 4 * length)[kind] ?? ''),
  )
  return worst === undefined ? null : `${at} on ${JSON.stringify(worst.slice(0, 16))}…`
}
