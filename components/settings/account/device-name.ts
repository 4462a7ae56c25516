import type { AreaWords } from '#lib/words/areas.ts'

const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** "Firefox on Linux" from a user agent; good enough to know one's own devices apart. */
export function deviceName(userAgent: string, t: AreaWords<'settings'>): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser === undefined) return userAgent === '' ? t('unknownDevice') : userAgent.slice(0, 60)
  return system === undefined ? browser : t('browserOn', { browser, system })
}
