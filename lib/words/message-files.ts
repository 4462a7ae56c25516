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
import frCommon from '#lib/words/fr/common.json' with { type: 'json' }
import frFormat from '#lib/words/fr/format.json' with { type: 'json' }
import frShell from '#lib/words/fr/shell.json' with { type: 'json' }
import frAccounts from '#lib/words/fr/accounts.json' with { type: 'json' }
import frReading from '#lib/words/fr/reading.json' with { type: 'json' }
import frText from '#lib/words/fr/text.json' with { type: 'json' }
import frPlayer from '#lib/words/fr/player.json' with { type: 'json' }
import frSources from '#lib/words/fr/sources.json' with { type: 'json' }
import frAdmin from '#lib/words/fr/admin.json' with { type: 'json' }
import frSettings from '#lib/words/fr/settings.json' with { type: 'json' }
import frErrors from '#lib/words/fr/errors.json' with { type: 'json' }
import frAbout from '#lib/words/fr/about.json' with { type: 'json' }
import frOrganising from '#lib/words/fr/organising.json' with { type: 'json' }
import frSearch from '#lib/words/fr/search.json' with { type: 'json' }
import frMail from '#lib/words/fr/mail.json' with { type: 'json' }
import frViews from '#lib/words/fr/views.json' with { type: 'json' }
import frPalette from '#lib/words/fr/palette.json' with { type: 'json' }
import frDiscover from '#lib/words/fr/discover.json' with { type: 'json' }
import frReasons from '#lib/words/fr/reasons.json' with { type: 'json' }
import frLab from '#lib/words/fr/lab.json' with { type: 'json' }
import frRules from '#lib/words/fr/rules.json' with { type: 'json' }
import frAlerts from '#lib/words/fr/alerts.json' with { type: 'json' }
import frOutputs from '#lib/words/fr/outputs.json' with { type: 'json' }
import frIntegrations from '#lib/words/fr/integrations.json' with { type: 'json' }
import frApi from '#lib/words/fr/api.json' with { type: 'json' }
import esCommon from '#lib/words/es/common.json' with { type: 'json' }
import esFormat from '#lib/words/es/format.json' with { type: 'json' }
import esShell from '#lib/words/es/shell.json' with { type: 'json' }
import esAccounts from '#lib/words/es/accounts.json' with { type: 'json' }
import esReading from '#lib/words/es/reading.json' with { type: 'json' }
import esText from '#lib/words/es/text.json' with { type: 'json' }
import esPlayer from '#lib/words/es/player.json' with { type: 'json' }
import esSources from '#lib/words/es/sources.json' with { type: 'json' }
import esAdmin from '#lib/words/es/admin.json' with { type: 'json' }
import esSettings from '#lib/words/es/settings.json' with { type: 'json' }
import esErrors from '#lib/words/es/errors.json' with { type: 'json' }
import esAbout from '#lib/words/es/about.json' with { type: 'json' }
import esOrganising from '#lib/words/es/organising.json' with { type: 'json' }
import esSearch from '#lib/words/es/search.json' with { type: 'json' }
import esMail from '#lib/words/es/mail.json' with { type: 'json' }
import esViews from '#lib/words/es/views.json' with { type: 'json' }
import esPalette from '#lib/words/es/palette.json' with { type: 'json' }
import esDiscover from '#lib/words/es/discover.json' with { type: 'json' }
import esReasons from '#lib/words/es/reasons.json' with { type: 'json' }
import esLab from '#lib/words/es/lab.json' with { type: 'json' }
import esRules from '#lib/words/es/rules.json' with { type: 'json' }
import esAlerts from '#lib/words/es/alerts.json' with { type: 'json' }
import esOutputs from '#lib/words/es/outputs.json' with { type: 'json' }
import esIntegrations from '#lib/words/es/integrations.json' with { type: 'json' }
import esApi from '#lib/words/es/api.json' with { type: 'json' }
import ptCommon from '#lib/words/pt/common.json' with { type: 'json' }
import ptFormat from '#lib/words/pt/format.json' with { type: 'json' }
import ptShell from '#lib/words/pt/shell.json' with { type: 'json' }
import ptAccounts from '#lib/words/pt/accounts.json' with { type: 'json' }
import ptReading from '#lib/words/pt/reading.json' with { type: 'json' }
import ptText from '#lib/words/pt/text.json' with { type: 'json' }
import ptPlayer from '#lib/words/pt/player.json' with { type: 'json' }
import ptSources from '#lib/words/pt/sources.json' with { type: 'json' }
import ptAdmin from '#lib/words/pt/admin.json' with { type: 'json' }
import ptSettings from '#lib/words/pt/settings.json' with { type: 'json' }
import ptErrors from '#lib/words/pt/errors.json' with { type: 'json' }
import ptAbout from '#lib/words/pt/about.json' with { type: 'json' }
import ptOrganising from '#lib/words/pt/organising.json' with { type: 'json' }
import ptSearch from '#lib/words/pt/search.json' with { type: 'json' }
import ptMail from '#lib/words/pt/mail.json' with { type: 'json' }
import ptViews from '#lib/words/pt/views.json' with { type: 'json' }
import ptPalette from '#lib/words/pt/palette.json' with { type: 'json' }
import ptDiscover from '#lib/words/pt/discover.json' with { type: 'json' }
import ptReasons from '#lib/words/pt/reasons.json' with { type: 'json' }
import ptLab from '#lib/words/pt/lab.json' with { type: 'json' }
import ptRules from '#lib/words/pt/rules.json' with { type: 'json' }
import ptAlerts from '#lib/words/pt/alerts.json' with { type: 'json' }
import ptOutputs from '#lib/words/pt/outputs.json' with { type: 'json' }
import ptIntegrations from '#lib/words/pt/integrations.json' with { type: 'json' }
import ptApi from '#lib/words/pt/api.json' with { type: 'json' }
import jaCommon from '#lib/words/ja/common.json' with { type: 'json' }
import jaFormat from '#lib/words/ja/format.json' with { type: 'json' }
import jaShell from '#lib/words/ja/shell.json' with { type: 'json' }
import jaAccounts from '#lib/words/ja/accounts.json' with { type: 'json' }
import jaReading from '#lib/words/ja/reading.json' with { type: 'json' }
import jaText from '#lib/words/ja/text.json' with { type: 'json' }
import jaPlayer from '#lib/words/ja/player.json' with { type: 'json' }
import jaSources from '#lib/words/ja/sources.json' with { type: 'json' }
import jaAdmin from '#lib/words/ja/admin.json' with { type: 'json' }
import jaSettings from '#lib/words/ja/settings.json' with { type: 'json' }
import jaErrors from '#lib/words/ja/errors.json' with { type: 'json' }
import jaAbout from '#lib/words/ja/about.json' with { type: 'json' }
import jaOrganising from '#lib/words/ja/organising.json' with { type: 'json' }
import jaSearch from '#lib/words/ja/search.json' with { type: 'json' }
import jaMail from '#lib/words/ja/mail.json' with { type: 'json' }
import jaViews from '#lib/words/ja/views.json' with { type: 'json' }
import jaPalette from '#lib/words/ja/palette.json' with { type: 'json' }
import jaDiscover from '#lib/words/ja/discover.json' with { type: 'json' }
import jaReasons from '#lib/words/ja/reasons.json' with { type: 'json' }
import jaLab from '#lib/words/ja/lab.json' with { type: 'json' }
import jaRules from '#lib/words/ja/rules.json' with { type: 'json' }
import jaAlerts from '#lib/words/ja/alerts.json' with { type: 'json' }
import jaOutputs from '#lib/words/ja/outputs.json' with { type: 'json' }
import jaIntegrations from '#lib/words/ja/integrations.json' with { type: 'json' }
import jaApi from '#lib/words/ja/api.json' with { type: 'json' }
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
  fr: {
    common: frCommon,
    format: frFormat,
    shell: frShell,
    accounts: frAccounts,
    reading: frReading,
    text: frText,
    player: frPlayer,
    sources: frSources,
    admin: frAdmin,
    settings: frSettings,
    errors: frErrors,
    about: frAbout,
    search: frSearch,
    mail: frMail,
    organising: frOrganising,
    views: frViews,
    palette: frPalette,
    discover: frDiscover,
    reasons: frReasons,
    lab: frLab,
    rules: frRules,
    alerts: frAlerts,
    outputs: frOutputs,
    integrations: frIntegrations,
    api: frApi,
  },
  es: {
    common: esCommon,
    format: esFormat,
    shell: esShell,
    accounts: esAccounts,
    reading: esReading,
    text: esText,
    player: esPlayer,
    sources: esSources,
    admin: esAdmin,
    settings: esSettings,
    errors: esErrors,
    about: esAbout,
    search: esSearch,
    mail: esMail,
    organising: esOrganising,
    views: esViews,
    palette: esPalette,
    discover: esDiscover,
    reasons: esReasons,
    lab: esLab,
    rules: esRules,
    alerts: esAlerts,
    outputs: esOutputs,
    integrations: esIntegrations,
    api: esApi,
  },
  pt: {
    common: ptCommon,
    format: ptFormat,
    shell: ptShell,
    accounts: ptAccounts,
    reading: ptReading,
    text: ptText,
    player: ptPlayer,
    sources: ptSources,
    admin: ptAdmin,
    settings: ptSettings,
    errors: ptErrors,
    about: ptAbout,
    search: ptSearch,
    mail: ptMail,
    organising: ptOrganising,
    views: ptViews,
    palette: ptPalette,
    discover: ptDiscover,
    reasons: ptReasons,
    lab: ptLab,
    rules: ptRules,
    alerts: ptAlerts,
    outputs: ptOutputs,
    integrations: ptIntegrations,
    api: ptApi,
  },
  ja: {
    common: jaCommon,
    format: jaFormat,
    shell: jaShell,
    accounts: jaAccounts,
    reading: jaReading,
    text: jaText,
    player: jaPlayer,
    sources: jaSources,
    admin: jaAdmin,
    settings: jaSettings,
    errors: jaErrors,
    about: jaAbout,
    search: jaSearch,
    mail: jaMail,
    organising: jaOrganising,
    views: jaViews,
    palette: jaPalette,
    discover: jaDiscover,
    reasons: jaReasons,
    lab: jaLab,
    rules: jaRules,
    alerts: jaAlerts,
    outputs: jaOutputs,
    integrations: jaIntegrations,
    api: jaApi,
  },
}
