import type { AlertAbout, AlertDeliveryItem, ChannelKind } from '#lib/api/alerts/alerts.ts'
import type { MessageKey } from '#lib/words/areas.ts'

type Words<Name extends string> = Readonly<Record<Name, MessageKey<'alerts'>>>

/** The names of kinds of alerts and channels, and of states of messages. */
export const kindWords: Words<AlertAbout['kind']> = {
  source: 'kindSource',
  folder: 'kindFolder',
  view: 'kindView',
  query: 'kindQuery',
  promise: 'kindPromise',
}

export const channelWords: Words<ChannelKind> = {
  email: 'byEmail',
  webhook: 'byWebhook',
  ntfy: 'byNtfy',
  'web-push': 'byBrowser',
}

export const stateWords: Words<AlertDeliveryItem['state']> = {
  waiting: 'stateWaiting',
  sent: 'stateSent',
  failed: 'stateFailed',
}
