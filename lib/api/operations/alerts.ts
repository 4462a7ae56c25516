import {
  alertChange,
  alertChannelItem,
  alertDeliveryPage,
  alertHitPage,
  alertItem,
  alertPageQuery,
  alertPanel,
  alertPreview,
  alertPreviewRequest,
  alertRequest,
  alertSettings,
  alertSettingsChange,
  browserRenewal,
  channelChange,
  channelRequest,
  hitsSeenRequest,
} from '#lib/api/alerts/alerts.ts'
import { none, read, session, write, type Operations } from './operation.ts'

const ofChannel = ({ channel }: { readonly channel: number }) => ({ params: { id: `${channel}` } })

/** The news that one is told of without asking, and the ways. */
export const alerts: Operations = {
  'GET /alerts': read('All alerts and channels, with their settings', alertPanel),
  'POST /alerts': write('Creates an alert', alertItem, {
    body: alertRequest,
    isOnce: true,
    status: 201,
    errors: ['bad_query', 'conflict'],
    sample: ({ source, channel }) => ({
      body: { name: 'News', about: { kind: 'source', sourceId: source }, channelIds: [channel] },
    }),
  }),
  'PATCH /alerts/{id}': write('Changes an alert', alertItem, {
    body: alertChange,
    errors: ['not_found', 'bad_query'],
    sample: () => ({ body: { about: { kind: 'query', query: 'moon' } } }),
  }),
  'DELETE /alerts/{id}': write('Deletes an alert', null, none),
  'POST /alerts/preview': read(
    'The articles that an alert would find, and its effect on weight, checks and delay',
    alertPreview,
    {
      body: alertPreviewRequest,
      errors: ['bad_query'],
      sample: ({ source }) => ({ body: { about: { kind: 'source', sourceId: source } } }),
    },
  ),
  'GET /alerts/hits': read('The notifications in Skylark, newest first', alertHitPage, {
    query: alertPageQuery,
  }),
  'POST /alerts/hits/seen': write('Marks notifications up to one as seen', null, {
    body: hitsSeenRequest,
    sample: ({ hit }) => ({ body: { throughId: hit } }),
  }),
  'GET /alerts/deliveries': read('The delivery log of channels, newest first', alertDeliveryPage, {
    query: alertPageQuery,
  }),
  'PATCH /alerts/settings': write('Changes the quiet hours and how many messages are sent', alertSettings, {
    body: alertSettingsChange,
    sample: () => ({ body: { zone: 'Europe/Berlin', quietFrom: 1320, quietTo: 420 } }),
  }),
  'POST /alerts/channels': write('Creates a channel: e-mail, webhook, ntfy or Web Push', alertChannelItem, {
    body: channelRequest,
    isOnce: true,
    status: 201,
    errors: ['conflict', 'forbidden', 'unavailable'],
    sample: () => ({ body: { kind: 'webhook', name: 'Bot', url: 'https://example.org/hook' } }),
  }),
  'POST /alerts/channels/renew': session('Renews a browser channel of an earlier session', null, {
    body: browserRenewal,
    sample: () => ({ body: { endpoint: 'https://push.example.org/browser' } }),
  }),
  'PATCH /alerts/channels/{id}': write('Renames a channel', alertChannelItem, {
    ...none,
    body: channelChange,
    sample: (ids) => ({ ...ofChannel(ids), body: { name: 'Telephone' } }),
  }),
  'DELETE /alerts/channels/{id}': write('Deletes a channel and the messages that wait for it', null, {
    ...none,
    sample: ofChannel,
  }),
  'POST /alerts/channels/{id}/test': write(
    'Sends a test to a channel',
    'Nothing yet; deliveries tell what became of it.',
    {
      status: 202,
      errors: ['not_found'],
      sample: ofChannel,
    },
  ),
}
