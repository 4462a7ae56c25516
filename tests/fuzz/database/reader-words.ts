import fc from 'fast-check'
import { oddText } from '../mutate.ts'

/** Calls of the Google Reader API below /reader/api/0/, the names of parameters of both protocols, and values of them. */
export const paths = [
  ...[
    'token',
    'user-info',
    'tag/list',
    'subscription/list',
    'unread-count',
    'stream/items/ids',
    'stream/items/contents',
  ],
  ...[
    'stream/contents',
    'preference/list',
    'subscription/export',
    'edit-tag',
    'mark-all-as-read',
    'subscription/edit',
  ],
  ...[
    'subscription/quickadd',
    'subscription/import',
    'rename-tag',
    'disable-tag',
    'stream/contents/user/-/state/com.google/starred',
  ],
]
const streams = [
  ...[
    'user/-/state/com.google/reading-list',
    'user/-/state/com.google/read',
    'user/-/state/com.google/starred',
  ],
  ...[
    'user/-/label/News',
    'user/-/label/',
    'user/-/label/constructor',
    'feed/1',
    'feed/https://site.example/feed',
  ],
  ...['feed/', 'user/x/y', 'tag:google.com,2005:reader/item/0000000000000001', '1', '-1', 'ffffffffffffffff'],
]
export const value = fc.oneof(
  fc.constantFrom(...streams, 'json', 'xml', 'edit', 'subscribe', 'unsubscribe', 'o', 'n', 'atom'),
  fc.constantFrom(
    '0',
    '1',
    '-1',
    '20',
    '1e9',
    '9007199254740993',
    '99999999999999999999',
    'NaN',
    '1767571200000000',
  ),
  oddText,
)
export const google = [
  's',
  'n',
  'r',
  'c',
  'xt',
  'it',
  'ot',
  'nt',
  'i',
  'a',
  'ts',
  't',
  'ac',
  'output',
  'quickadd',
  'dest',
  'client',
  'T',
]
export const feverNames = [
  'items',
  'feeds',
  'groups',
  'favicons',
  'links',
  'unread_item_ids',
  'saved_item_ids',
  'since_id',
  'max_id',
  'with_ids',
  'mark',
  'as',
  'id',
  'before',
  'unread_recently_read',
  'constructor',
]
export const feverValue = fc.oneof(
  value,
  fc.constantFrom('item', 'feed', 'group', 'read', 'unread', 'saved', 'unsaved', '1,2,3', '1,,x'),
)
export const parametersOf = (names: readonly string[], of: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(fc.constantFrom(...names), of), { maxLength: 8 })
export const methods = fc.constantFrom('GET', 'POST')

/** Calls of the Miniflux API below /v1/, the names of its parameters, and values of them and of its bodies. */
export const minifluxPaths = [
  ...[
    'me',
    'categories',
    'categories/1',
    'categories/2147483647/entries',
    'feeds',
    'feeds/1',
    'feeds/counters',
  ],
  ...[
    'feeds/1/entries',
    'feeds/1/icon',
    'entries',
    'entries/ids',
    'entries/1',
    'entries/1/bookmark',
    'enclosures/100',
  ],
  ...[
    'feeds/1/mark-all-as-read',
    'feeds/1/refresh',
    'import',
    'export',
    'users/1',
    'constructor',
    '999999999999999',
  ],
]
export const minifluxNames = [
  ...[
    'status',
    'starred',
    'limit',
    'offset',
    'order',
    'direction',
    'before',
    'after',
    'published_after',
    'search',
  ],
  ...['changed_before', 'before_entry_id', 'after_entry_id', 'category_id', 'feed_id', 'tags', 'counts'],
]
export const minifluxValue = fc.oneof(
  fc.constantFrom('read', 'unread', 'true', '0', '1', 'id', 'title', 'desc', '-1', '999999999999999', 'News'),
  oddText,
)
export const minifluxBody = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        entry_ids: fc.array(fc.integer({ min: -2, max: 40 }), { maxLength: 5 }),
        status: fc.constantFrom('read', 'unread', 'x'),
        starred: fc.boolean(),
        title: oddText,
        feed_url: oddText,
        category_id: fc.integer(),
        media_progression: fc.integer(),
      },
      { requiredKeys: [] },
    )
    .map((body) => JSON.stringify(body)),
)
