/** The run of a server's time: from `startAt` at the real instant `anchorAt`, `speed` times as fast as real time. */
export type ClockSetting = { readonly startAt: number; readonly anchorAt: number; readonly speed: number }

/** The server's time at a real instant, in whole milliseconds; null: its time is the real one. */
export function serverTimeAt(setting: ClockSetting | null, realAt: number): number {
  if (setting === null) return realAt
  return Math.round(setting.startAt + (realAt - setting.anchorAt) * setting.speed)
}
