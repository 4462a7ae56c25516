/** Minutes east of UTC; null when the text is no zone we know, or more than a zone. */
export function offsetOf(zone: string): number | null {
  const numeric = /^(?:gmt|utc|ut|z)?\s*([+-]|−)(\d{1,2}):?(\d{2})?(?:\s*\(?[a-z ]{0,40}\)?)$/i.exec(zone)
  if (numeric !== null) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)
    return minutes > 15 * 60 ? null : minutes * (numeric[1] === '+' ? 1 : -1)
  }
  // The letters of the military were defined with the wrong sign once and say nothing (RFC 2822, 4.3).
  if (/^[a-ik-z]$/i.test(zone)) return 0
  const hours = /^[a-z]+$/i.test(zone) ? zoneHours.get(zone.toLowerCase()) : undefined
  return hours === undefined ? null : hours * 60
}

/**
 * Names that mean one zone. Absent are those of several: IST is said in India, Israel and Ireland, AST in Halifax and in Riyadh, and
 * ET changes with the season. A map: in an object, a "constructor" would be a zone, too, and a date in it no number.
 */
const zoneHours: ReadonlyMap<string, number> = new Map(
  Object.entries({
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
    mez: 1,
    mesz: 2,
    eet: 2,
    eest: 3,
    msk: 3,
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
    sgt: 8,
    hkt: 8,
    jst: 9,
    kst: 9,
    aest: 10,
    aedt: 11,
    nzst: 12,
    nzdt: 13,
    adt: -3,
    nst: -3.5,
    ndt: -2.5,
    brt: -3,
    art: -3,
    clt: -4,
    cot: -5,
    pet: -5,
    wat: 1,
    cat: 2,
    sast: 2,
    eat: 3,
    trt: 3,
    gst: 4,
    pkt: 5,
    npt: 5.75,
    wib: 7,
    ict: 7,
    wita: 8,
    pht: 8,
    myt: 8,
    awst: 8,
    acst: 9.5,
    acdt: 10.5,
  }),
)
