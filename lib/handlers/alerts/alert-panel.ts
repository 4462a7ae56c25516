import type { AlertPanel } from '#lib/api/alerts/alerts.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { listChannels } from '#lib/store/alerts/alert-channels.ts'
import { countUnseen } from '#lib/store/alerts/alert-hits.ts'
import { getAlertSettings } from '#lib/store/alerts/alert-settings.ts'
import { listAlerts } from '#lib/store/alerts/alerts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { pushKey } from './web-push-key.ts'

/** All that is set about a subscriber's alerts, with the secrets of their channels. */
export async function readAlertPanel(
  database: Database,
  subscriberId: string,
  nowMs: number,
): Promise<AlertPanel> {
  const [alerts, channels, settings, unseen] = await Promise.all([
    listAlerts(database, subscriberId, nowMs),
    listChannels(database, subscriberId),
    getAlertSettings(database, subscriberId),
    countUnseen(database, subscriberId),
  ])
  return { alerts, channels, settings, unseen, pushKey: pushKey(), sendsMail: canSendMail() }
}
