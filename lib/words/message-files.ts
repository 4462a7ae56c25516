// The only place that reads the message files. For the server: browsers get what it compiled.
import enCommon from './en/common.json' with { type: 'json' }
import enFormat from './en/format.json' with { type: 'json' }
import enShell from './en/shell.json' with { type: 'json' }
import enAccounts from './en/accounts.json' with { type: 'json' }
import enReading from './en/reading.json' with { type: 'json' }
import enText from './en/text.json' with { type: 'json' }
import enPlayer from './en/player.json' with { type: 'json' }
import enSources from './en/sources.json' with { type: 'json' }
import enAdmin from './en/admin.json' with { type: 'json' }
import enSettings from './en/settings.json' with { type: 'json' }
import enErrors from './en/errors.json' with { type: 'json' }
import enAbout from './en/about.json' with { type: 'json' }
import enOrganising from './en/organising.json' with { type: 'json' }
import enSearch from './en/search.json' with { type: 'json' }
import enMail from './en/mail.json' with { type: 'json' }
import enViews from './en/views.json' with { type: 'json' }
import enPalette from './en/palette.json' with { type: 'json' }
import enDiscover from './en/discover.json' with { type: 'json' }
import enReasons from './en/reasons.json' with { type: 'json' }
import enLab from './en/lab.json' with { type: 'json' }
import enRules from './en/rules.json' with { type: 'json' }
import enAlerts from './en/alerts.json' with { type: 'json' }
import enOutputs from './en/outputs.json' with { type: 'json' }
import enIntegrations from './en/integrations.json' with { type: 'json' }
import enApi from './en/api.json' with { type: 'json' }
import deCommon from './de/common.json' with { type: 'json' }
import deFormat from './de/format.json' with { type: 'json' }
import deShell from './de/shell.json' with { type: 'json' }
import deAccounts from './de/accounts.json' with { type: 'json' }
import deReading from './de/reading.json' with { type: 'json' }
import deText from './de/text.json' with { type: 'json' }
import dePlayer from './de/player.json' with { type: 'json' }
import deSources from './de/sources.json' with { type: 'json' }
import deAdmin from './de/admin.json' with { type: 'json' }
import deSettings from './de/settings.json' with { type: 'json' }
import deErrors from './de/errors.json' with { type: 'json' }
import deAbout from './de/about.json' with { type: 'json' }
import deOrganising from './de/organising.json' with { type: 'json' }
import deSearch from './de/search.json' with { type: 'json' }
import deMail from './de/mail.json' with { type: 'json' }
import deViews from './de/views.json' with { type: 'json' }
import dePalette from './de/palette.json' with { type: 'json' }
import deDiscover from './de/discover.json' with { type: 'json' }
import deReasons from './de/reasons.json' with { type: 'json' }
import deLab from './de/lab.json' with { type: 'json' }
import deRules from './de/rules.json' with { type: 'json' }
import deAlerts from './de/alerts.json' with { type: 'json' }
import deOutputs from './de/outputs.json' with { type: 'json' }
import deIntegrations from './de/integrations.json' with { type: 'json' }
import deApi from './de/api.json' with { type: 'json' }
import type { MessageFiles } from './areas.ts'
import type { Language } from './languages.ts'

/** All messages as they were written (ICU MessageFormat), by language and area. */
export const messageFiles: Readonly<Record<Language, MessageFiles>> = {
  en: {
    common: enCommon,
    format: enFormat,
    shell: enShell,
    accounts: enAccounts,
    reading: enReading,
    text: enText,
    player: enPlayer,
    sources: enSources,
    admin: enAdmin,
    settings: enSettings,
    errors: enErrors,
    about: enAbout,
    search: enSearch,
    mail: enMail,
    organising: enOrganising,
    views: enViews,
    palette: enPalette,
    discover: enDiscover,
    reasons: enReasons,
    lab: enLab,
    rules: enRules,
    alerts: enAlerts,
    outputs: enOutputs,
    integrations: enIntegrations,
    api: enApi,
  },
  de: {
    common: deCommon,
    format: deFormat,
    shell: deShell,
    accounts: deAccounts,
    reading: deReading,
    text: deText,
    player: dePlayer,
    sources: deSources,
    admin: deAdmin,
    settings: deSettings,
    errors: deErrors,
    about: deAbout,
    search: deSearch,
    mail: deMail,
    organising: deOrganising,
    views: deViews,
    palette: dePalette,
    discover: deDiscover,
    reasons: deReasons,
    lab: deLab,
    rules: deRules,
    alerts: deAlerts,
    outputs: deOutputs,
    integrations: deIntegrations,
    api: deApi,
  },
}
