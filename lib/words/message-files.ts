// The only place that reads the message files. For the server: browsers get what it compiled.
import enCommon from '#lib/words/en/common.json' with { type: 'json' }
import enFormat from '#lib/words/en/format.json' with { type: 'json' }
import enShell from '#lib/words/en/shell.json' with { type: 'json' }
import enAccounts from '#lib/words/en/accounts.json' with { type: 'json' }
import enReading from '#lib/words/en/reading.json' with { type: 'json' }
import enText from '#lib/words/en/text.json' with { type: 'json' }
import enPlayer from '#lib/words/en/player.json' with { type: 'json' }
import enSources from '#lib/words/en/sources.json' with { type: 'json' }
import enAdmin from '#lib/words/en/admin.json' with { type: 'json' }
import enSettings from '#lib/words/en/settings.json' with { type: 'json' }
import enErrors from '#lib/words/en/errors.json' with { type: 'json' }
import enAbout from '#lib/words/en/about.json' with { type: 'json' }
import enOrganising from '#lib/words/en/organising.json' with { type: 'json' }
import enSearch from '#lib/words/en/search.json' with { type: 'json' }
import enMail from '#lib/words/en/mail.json' with { type: 'json' }
import enViews from '#lib/words/en/views.json' with { type: 'json' }
import enPalette from '#lib/words/en/palette.json' with { type: 'json' }
import enDiscover from '#lib/words/en/discover.json' with { type: 'json' }
import enReasons from '#lib/words/en/reasons.json' with { type: 'json' }
import enLab from '#lib/words/en/lab.json' with { type: 'json' }
import enRules from '#lib/words/en/rules.json' with { type: 'json' }
import enAlerts from '#lib/words/en/alerts.json' with { type: 'json' }
import enOutputs from '#lib/words/en/outputs.json' with { type: 'json' }
import enIntegrations from '#lib/words/en/integrations.json' with { type: 'json' }
import enApi from '#lib/words/en/api.json' with { type: 'json' }
import deCommon from '#lib/words/de/common.json' with { type: 'json' }
import deFormat from '#lib/words/de/format.json' with { type: 'json' }
import deShell from '#lib/words/de/shell.json' with { type: 'json' }
import deAccounts from '#lib/words/de/accounts.json' with { type: 'json' }
import deReading from '#lib/words/de/reading.json' with { type: 'json' }
import deText from '#lib/words/de/text.json' with { type: 'json' }
import dePlayer from '#lib/words/de/player.json' with { type: 'json' }
import deSources from '#lib/words/de/sources.json' with { type: 'json' }
import deAdmin from '#lib/words/de/admin.json' with { type: 'json' }
import deSettings from '#lib/words/de/settings.json' with { type: 'json' }
import deErrors from '#lib/words/de/errors.json' with { type: 'json' }
import deAbout from '#lib/words/de/about.json' with { type: 'json' }
import deOrganising from '#lib/words/de/organising.json' with { type: 'json' }
import deSearch from '#lib/words/de/search.json' with { type: 'json' }
import deMail from '#lib/words/de/mail.json' with { type: 'json' }
import deViews from '#lib/words/de/views.json' with { type: 'json' }
import dePalette from '#lib/words/de/palette.json' with { type: 'json' }
import deDiscover from '#lib/words/de/discover.json' with { type: 'json' }
import deReasons from '#lib/words/de/reasons.json' with { type: 'json' }
import deLab from '#lib/words/de/lab.json' with { type: 'json' }
import deRules from '#lib/words/de/rules.json' with { type: 'json' }
import deAlerts from '#lib/words/de/alerts.json' with { type: 'json' }
import deOutputs from '#lib/words/de/outputs.json' with { type: 'json' }
import deIntegrations from '#lib/words/de/integrations.json' with { type: 'json' }
import deApi from '#lib/words/de/api.json' with { type: 'json' }
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
