import type { MethodName } from '#lib/policy/basics/settings.ts'

/** Results of an independent replay of the two traces under the same protocol: mean delays in minutes, to compare ours with. */

/** Polls per source and day of the columns. */
export const baselineBudgets = [0.5, 1, 2, 4, 8, 24] as const

export type Baseline = {
  /** Mean over postings, and over the sources' means, by budget. */
  readonly overPostings: Readonly<Partial<Record<MethodName, readonly number[]>>>
  readonly overSources: Readonly<Partial<Record<MethodName, readonly number[]>>>
}

export const baselines: Readonly<Record<'news-2023-eight-countries' | 'smallweb-rss-2026', Baseline>> = {
  'news-2023-eight-countries': {
    overPostings: {
      uniform: [1431, 724.6, 359.5, 179.9, 89.97, 30.06],
      'retrieval-only': [1334, 621.2, 324.6, 170.5, 87.82, 30.09],
      'allocation-only': [643.1, 359.1, 235.4, 172.3, 142.2, 124.9],
      combined: [612.9, 343.8, 224.4, 165.9, 139.3, 122.3],
      'cgm-age': [743.1, 388.8, 243.3, 179, 141, 125.1],
      'cgm-freshness': [50946, 29610, 27751, 27787, 27634, 27674],
      'minimum-missing': [27355, 27717, 27921, 27709, 27678, 27665],
      'fixlearned-a': [1110, 567.1, 285.4, 142.1, 80, 28.73],
      mavsync: [932.7, 474.9, 233.5, 114.1, 63.73, 24.44],
      indhist: [889.1, 461.6, 235.2, 125.4, 85.93, 68.18],
      'adaptive-ttl': [1208, 638.3, 327.1, 172.6, 112, 52.97],
      lihz: [860, 720.7, 720.7, 720.7, 720.7, 720.7],
    },
    overSources: {
      uniform: [1437, 724.5, 355.9, 180.3, 89.28, 30.03],
      'retrieval-only': [1346, 630.1, 331.3, 172.9, 88.68, 30.23],
      'allocation-only': [2605, 2114, 1948, 1791, 1736, 1701],
      combined: [2529, 2088, 1881, 1784, 1691, 1632],
      'cgm-age': [2378, 2028, 1829, 1770, 1707, 1660],
      'cgm-freshness': [113136, 112649, 113068, 113071, 113077, 113099],
      'minimum-missing': [111125, 112990, 113472, 113340, 113203, 113071],
      'fixlearned-a': [3747, 2008, 1014, 504.7, 363.6, 152.4],
      mavsync: [3764, 2085, 1038, 519.9, 416.2, 257.8],
      indhist: [3641, 2047, 1023, 513.4, 442.1, 409.7],
      'adaptive-ttl': [3782, 2119, 1048, 538.6, 473.2, 347.8],
      lihz: [2505, 709.8, 709.8, 709.8, 709.8, 709.8],
    },
  },
  'smallweb-rss-2026': {
    overPostings: {
      uniform: [1389, 702.5, 360.2, 185.9, 90.62, 30.33],
      'retrieval-only': [1259, 553.3, 274.5, 151.4, 79.68, 30.28],
      'allocation-only': [898.1, 488.6, 289.2, 205.5, 148, 112.8],
      combined: [815.7, 433.6, 272.9, 181.6, 145.3, 127.4],
      'cgm-age': [991, 516.6, 309.6, 197.4, 148.4, 117.2],
      'cgm-freshness': [14658, 3169, 3444, 3501, 3377, 3441],
      'minimum-missing': [3954, 3657, 3383, 3484, 3419, 3418],
      'fixlearned-a': [1234, 628.7, 323.4, 156.5, 84.87, 28.29],
      mavsync: [1125, 636.3, 324.6, 153.3, 83.3, 28.33],
      indhist: [1163, 592.7, 311.3, 163.4, 121.1, 102.2],
      'adaptive-ttl': [1728, 937.2, 498.4, 261.3, 178.1, 83.77],
      lihz: [994.3, 665.2, 665.2, 665.2, 665.2, 665.2],
    },
    overSources: {
      uniform: [1411, 702.8, 373.9, 187.4, 94.08, 30.36],
      'retrieval-only': [1250, 605.8, 290.9, 169.8, 85.87, 31.16],
      'allocation-only': [2420, 1736, 1348, 1354, 1037, 968.6],
      combined: [2239, 1522, 1314, 1215, 1080, 1147],
      'cgm-age': [2136, 1499, 1385, 1109, 1184, 1114],
      'cgm-freshness': [22573, 21696, 22875, 24661, 23313, 23775],
      'minimum-missing': [23425, 23182, 22376, 23626, 23342, 23644],
      'fixlearned-a': [3103, 1634, 895.2, 415.9, 245.5, 86.04],
      mavsync: [3037, 1811, 985.5, 445.3, 328.1, 128.7],
      indhist: [3289, 1845, 949.4, 428.2, 369.9, 327.9],
      'adaptive-ttl': [3844, 2047, 1102, 538.7, 466.1, 319.2],
      lihz: [2462, 692.2, 692.2, 692.2, 692.2, 692.2],
    },
  },
}
