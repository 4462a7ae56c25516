import * as digests from '#app/api/v1/digests/route.ts'
import * as digest from '#app/api/v1/digests/[id]/route.ts'
import * as feeds from '#app/api/v1/output-feeds/route.ts'
import * as feed from '#app/api/v1/output-feeds/[id]/route.ts'
import * as renew from '#app/api/v1/output-feeds/[id]/renew/route.ts'
import type { NamedCall } from './foreign-calls.ts'
import type { ForeignIds } from './foreign-ids.ts'

const id = (number: string) => ({ id: number })
const aDigest = { name: 'x', hour: 7, zone: 'UTC' }

/** The calls of output feeds and digests with these ids. */
export const outputCallsWith = (ids: () => ForeignIds): readonly NamedCall[] => [
  ['GET output feeds', 200, () => ({ module: feeds })],
  [
    'POST an output feed of a folder',
    400,
    () => ({
      module: feeds,
      method: 'POST',
      body: { name: 'x', place: { kind: 'folder', folderId: Number(ids().folder) } },
    }),
  ],
  [
    'PATCH an output feed',
    404,
    () => ({ module: feed, method: 'PATCH', params: id(ids().outputFeed), body: { name: 'x' } }),
  ],
  ['POST renew an output feed', 404, () => ({ module: renew, method: 'POST', params: id(ids().outputFeed) })],
  ['DELETE an output feed', 404, () => ({ module: feed, method: 'DELETE', params: id(ids().outputFeed) })],
  ['GET digests', 200, () => ({ module: digests })],
  [
    'POST a digest of a label',
    400,
    () => ({
      module: digests,
      method: 'POST',
      body: { ...aDigest, place: { kind: 'label', labelId: Number(ids().label) } },
    }),
  ],
  [
    'PATCH a digest',
    404,
    () => ({ module: digest, method: 'PATCH', params: id(ids().digest), body: { isOn: false } }),
  ],
  ['DELETE a digest', 404, () => ({ module: digest, method: 'DELETE', params: id(ids().digest) })],
]
