import { z } from 'zod'
import {
  fastPreview,
  folderChange,
  folderRequest,
  subscribeRequest,
  subscriptionChange,
  subscriptionItem,
  folderItem,
} from '#lib/api/sources/subscriptions.ts'
import {
  deletedPlace,
  labelItem,
  arrangeFoldersRequest,
  arrangeSubscriptionsRequest,
  assignLabelRequest,
  labelRequest,
  mergeFolderRequest,
  mergeLabelRequest,
  organisingChange,
  organisingSettings,
  subscriptionsChange,
  subscriptionsRequest,
} from '#lib/api/organising/organising.ts'
import { viewCounts, viewItem, viewChange, viewRequest } from '#lib/api/lists/search.ts'
import { none, read, write, type Operations } from './operation.ts'

const changed = z.object({ changed: z.number() })

/** Subscriptions, folders, labels, views. */
export const organising: Operations = {
  'GET /subscriptions': read(
    'All subscriptions, with the next check of each feed',
    z.object({ subscriptions: z.array(subscriptionItem) }),
  ),
  'POST /subscriptions': write(
    'Subscribes to a feed, or to the feed of a page; answers 200 if you already subscribe',
    subscriptionItem,
    {
      body: subscribeRequest,
      status: 201,
      errors: ['conflict', 'source_unreachable', 'no_feed_found', 'opted_out', 'too_many_requests'],
      sample: ({ site, folder }) => ({ body: { url: `${site}/feed`, folderId: folder } }),
    },
  ),
  'PATCH /subscriptions/{id}': write(
    'Changes a subscription: its name, folder, muting and how often it is checked',
    subscriptionItem,
    {
      ...none,
      body: subscriptionChange,
      sample: () => ({ body: { ownTitle: 'News' } }),
    },
  ),
  'DELETE /subscriptions/{id}': write('Unsubscribes from a feed', null, none),
  'GET /subscriptions/{id}/fast': read(
    'The effect that marking a feed as urgent would have on its checks',
    fastPreview,
    none,
  ),
  'POST /subscriptions/change': write('Makes the same change for many subscriptions', changed, {
    body: subscriptionsChange,
    sample: ({ subscription }) => ({ body: { ids: [subscription], isMuted: true } }),
  }),
  'POST /subscriptions/end': write('Unsubscribes from many feeds', z.object({ ended: z.number() }), {
    body: subscriptionsRequest,
    sample: ({ subscription }) => ({ body: { ids: [subscription] } }),
  }),
  'POST /subscriptions/restore': write(
    'Restores subscriptions that were ended within the last hour',
    z.object({ restored: z.number() }),
    {
      body: subscriptionsRequest,
      sample: ({ subscription }) => ({ body: { ids: [subscription] } }),
    },
  ),
  'POST /subscriptions/arrange': write('Moves subscriptions into a folder, in this order', null, {
    body: arrangeSubscriptionsRequest,
    sample: ({ subscription, folder }) => ({ body: { folderId: folder, ids: [subscription] } }),
  }),
  'GET /folders': read('All folders', z.object({ folders: z.array(folderItem) })),
  'POST /folders': write('Creates a folder', folderItem, {
    body: folderRequest,
    isOnce: true,
    status: 201,
    errors: ['conflict'],
    sample: () => ({ body: { name: 'Science' } }),
  }),
  'PATCH /folders/{id}': write('Renames or moves a folder', folderItem, {
    body: folderChange,
    errors: ['not_found', 'conflict'],
    sample: () => ({ body: { name: 'World' } }),
  }),
  'DELETE /folders/{id}': write(
    'Deletes a folder; its feeds and folders move to the top',
    deletedPlace,
    none,
  ),
  'POST /folders/{id}/merge': write('Merges a folder into another', null, {
    body: mergeFolderRequest,
    errors: ['not_found', 'conflict'],
    sample: ({ intoFolder }) => ({ body: { intoId: intoFolder } }),
  }),
  'POST /folders/arrange': write('Moves folders into a folder, in this order', null, {
    body: arrangeFoldersRequest,
    errors: ['conflict'],
    sample: ({ folder }) => ({ body: { parentId: null, ids: [folder] } }),
  }),
  'GET /labels': read('All labels', z.object({ labels: z.array(labelItem) })),
  'POST /labels': write('Creates a label', labelItem, {
    body: labelRequest,
    isOnce: true,
    status: 201,
    errors: ['conflict'],
    sample: () => ({ body: { name: 'Weekend' } }),
  }),
  'PATCH /labels/{id}': write('Renames a label', labelItem, {
    body: labelRequest,
    errors: ['not_found', 'conflict'],
    sample: () => ({ body: { name: 'Long reads' } }),
  }),
  'DELETE /labels/{id}': write('Deletes a label', deletedPlace, none),
  'POST /labels/{id}/assign': write('Adds a label to subscriptions and articles, or removes it', changed, {
    errors: ['not_found', 'storage_full'],
    body: assignLabelRequest,
    sample: ({ posting }) => ({ body: { isOn: true, postingIds: [posting] } }),
  }),
  'POST /labels/{id}/merge': write('Merges a label into another', null, {
    ...none,
    body: mergeLabelRequest,
    sample: ({ intoLabel }) => ({ body: { intoId: intoLabel } }),
  }),
  'GET /views': read('All views', z.object({ views: z.array(viewItem) })),
  'POST /views': write('Creates a view from a search', viewItem, {
    body: viewRequest,
    isOnce: true,
    status: 201,
    errors: ['bad_query', 'conflict'],
    sample: () => ({ body: { name: 'Space', query: 'moon OR mars' } }),
  }),
  'GET /views/counts': read('Unread articles by view', viewCounts),
  'PATCH /views/{id}': write('Changes a view', viewItem, {
    body: viewChange,
    errors: ['not_found', 'bad_query'],
    sample: () => ({ body: { name: 'Planets' } }),
  }),
  'DELETE /views/{id}': write('Deletes a view', null, none),
  'GET /organising': read('How folders and feeds are listed', organisingSettings),
  'PATCH /organising': write('Changes how folders and feeds are listed', organisingSettings, {
    body: organisingChange,
    sample: () => ({ body: { order: 'unread' } }),
  }),
}
