import { readStored, store } from '#components/ui/device-storage.ts'

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const

const place = 'skylark-play-speed'

/** The speed chosen last on this device; 1 where there is none. */
export function keptSpeed(): number {
  const kept = Number(readStored(place))
  return speeds.find((each) => each === kept) ?? 1
}

/** Keeps it for what is heard next, also after the page is loaded anew. */
export function keepSpeed(speed: number): void {
  store(place, String(speed))
}
