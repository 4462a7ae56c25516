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
import { read, write, type Operations } from './operation.ts'

const none = { errors: ['not_found'] } as const
const changed = z.object({ changed: z.number() })

/** Subscriptions, folders, labels, views. */
export const organising: Operations = {
  'GET /subscriptions': read(
    'All subscriptions, with the next check of each source',
    z.object({ subscriptions: z.array(subscriptionItem) }),
  ),
  'POST /subscriptions': write(
    'Subscribes to a feed, or to what a page offers; 200 when that is so already',
    subscriptionItem,
    {
      body: subscribeRequest,
      status: 201,
      errors: ['conflict', 'source_unreachable', 'no_feed_found', 'opted_out', 'too_many_requests'],
      sample: ({ site, folder }) => ({ body: { url: `${site}/feed`, folderId: folder } }),
    },
  ),
  'PATCH /subscriptions/{id}': write(
    'Changes a subscription: name, folder, muting, wishes',
    subscriptionItem,
    {
      ...none,
      body: subscriptionChange,
      sample: () => ({ body: { ownTitle: 'News' } }),
    },
  ),
  'DELETE /subscriptions/{id}': write('Unsubscribes', null, none),
  'GET /subscriptions/{id}/fast': read(
    'What marking a source as urgent would do to its checks',
    fastPreview,
    none,
  ),
  'POST /subscriptions/change': write('One change for many subscriptions', changed, {
    body: subscriptionsChange,
    sample: ({ subscription }) => ({ body: { ids: [subscription], isMuted: true } }),
  }),
  'POST /subscriptions/end': write('Unsubscribes from many', z.object({ ended: z.number() }), {
    body: subscriptionsRequest,
    sample: ({ subscription }) => ({ body: { ids: [subscription] } }),
  }),
  'POST /subscriptions/restore': write(
    'Takes up again what was ended within the hour',
    z.object({ restored: z.number() }),
    {
      body: subscriptionsRequest,
      sample: ({ subscription }) => ({ body: { ids: [subscription] } }),
    },
  ),
  'POST /subscriptions/arrange': write('Puts subscriptions into a folder, in this order', null, {
    body: arrangeSubscriptionsRequest,
    sample: ({ subscription, folder }) => ({ body: { folderId: folder, ids: [subscription] } }),
  }),
  'GET /folders': read('All folders', z.object({ folders: z.array(folderItem) })),
  'POST /folders': write('Makes a folder', folderItem, {
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
  'DELETE /folders/{id}': write('Deletes a folder; what is in it goes to the top', deletedPlace, none),
  'POST /folders/{id}/merge': write('Moves what is in a folder into another', null, {
    body: mergeFolderRequest,
    errors: ['not_found', 'conflict'],
    sample: ({ intoFolder }) => ({ body: { intoId: intoFolder } }),
  }),
  'POST /folders/arrange': write('Puts folders into another, in this order', null, {
    body: arrangeFoldersRequest,
    errors: ['conflict'],
    sample: ({ folder }) => ({ body: { parentId: null, ids: [folder] } }),
  }),
  'GET /labels': read('All labels', z.object({ labels: z.array(labelItem) })),
  'POST /labels': write('Makes a label', labelItem, {
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
  'POST /labels/{id}/assign': write('Puts a label on subscriptions and postings, or takes it off', changed, {
    ...none,
    body: assignLabelRequest,
    sample: ({ posting }) => ({ body: { isOn: true, postingIds: [posting] } }),
  }),
  'POST /labels/{id}/merge': write('What has this label has the other one then', null, {
    ...none,
    body: mergeLabelRequest,
    sample: ({ intoLabel }) => ({ body: { intoId: intoLabel } }),
  }),
  'GET /views': read('Searches that are kept', z.object({ views: z.array(viewItem) })),
  'POST /views': write('Keeps a search', viewItem, {
    body: viewRequest,
    isOnce: true,
    status: 201,
    errors: ['bad_query', 'conflict'],
    sample: () => ({ body: { name: 'Space', query: 'moon OR mars' } }),
  }),
  'GET /views/counts': read('Unread postings by view', viewCounts),
  'PATCH /views/{id}': write('Changes a kept search', viewItem, {
    body: viewChange,
    errors: ['not_found', 'bad_query'],
    sample: () => ({ body: { name: 'Planets' } }),
  }),
  'DELETE /views/{id}': write('Deletes a kept search', null, none),
  'GET /organising': read('How folders and sources are listed', organisingSettings),
  'PATCH /organising': write('Changes how folders and sources are listed', organisingSettings, {
    body: organisingChange,
    sample: () => ({ body: { order: 'unread' } }),
  }),
}
