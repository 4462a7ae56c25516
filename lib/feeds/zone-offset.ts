/** Minutes east of UTC; null when the text is no zone we know (the caller takes UTC or gives up). */
export function offsetOf(zone: string): number | null {
  const numeric = /^(?:gmt|utc|ut|z)?\s*([+-])(\d{1,2}):?(\d{2})?\b/i.exec(zone)
  if (numeric !== null) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)
    return minutes > 15 * 60 ? 0 : minutes * (numeric[1] === '-' ? -1 : 1)
  }
  const name = /^[a-z]+/i.exec(zone)?.[0].toLowerCase()
  const hours = name === undefined ? undefined : zoneHours.get(name)
  return hours === undefined ? null : hours * 60
}

/** A map: in an object, a "constructor" would be a zone, too, and a date in it no number. */
const zoneHours: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{
      ut: 0,
      utc: 0,
      gmt: 0,
      z: 0,
      wet: 0,
      west: 1,
      bst: 1,
      cet: 1,
      met: 1,
      cest: 2,
      mest: 2,
      eet: 2,
      eest: 3,
      msk: 3,
    },
    ...{
      est: -5,
      edt: -4,
      cst: -6,
      cdt: -5,
      mst: -7,
      mdt: -6,
      pst: -8,
      pdt: -7,
      akst: -9,
      akdt: -8,
      hst: -10,
    },
    ...{
      ist: 5.5,
      sgt: 8,
      hkt: 8,
      jst: 9,
      kst: 9,
      aest: 10,
      aedt: 11,
      nzst: 12,
      nzdt: 13,
      et: -5,
      ct: -6,
      pt: -8,
    },
  }),
)
