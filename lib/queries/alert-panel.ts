import { useQuery } from '@tanstack/react-query'
import type { AlertPanel } from '#lib/api/alerts.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

export const alertPanelKey = [...keys.alerts, 'panel']

/** How many alerts the event stream told of before the first answer, which alone does not show that they are new. */
export const unsaid = { count: 0 }

/** All that is set about alerts, and how many were not seen. Apart from alerts.ts, as the foot of the sidebar needs it alone. */
export function useAlerts() {
  return useQuery({
    queryKey: alertPanelKey,
    queryFn: ({ signal }) => request<AlertPanel>('GET', '/alerts', { signal }),
  })
}
