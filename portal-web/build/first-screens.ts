/** A screen that users open directly, for example from an email link or a bookmark. */
interface FirstScreen {
  name: string
  /** The URL pattern of the screen. Absent for a step that users reach from another screen. */
  urlPattern?: string
  /** The modules that the first view needs. */
  modules: readonly string[]
  /** Maximum size of the compressed JavaScript for the first view, in kilobytes. */
  maxKilobytes: number
  /** Whether the server sends prerendered HTML. Requires a first view that is the same for all users. */
  isPrerendered?: true
}

/** The module that starts every screen after the first paint. */
export const appModule = 'src/app.tsx'

const signingScreen = 'src/signing/SigningScreen.tsx'
const wizard = 'src/policyholder/PolicyholderWizardPage.tsx'

/** The screens that users open first, often on a phone. Their scripts load in parallel with the page. */
export const firstScreens: readonly FirstScreen[] = [
  {
    name: 'landing',
    urlPattern: '/splash',
    modules: [appModule, 'src/pages/SplashPage.tsx'],
    maxKilobytes: 180,
    isPrerendered: true,
  },
  {
    name: 'link request',
    urlPattern: '/policyholder/generate',
    modules: [appModule, 'src/policyholder/LinkRequestPage.tsx'],
    maxKilobytes: 180,
    isPrerendered: true,
  },
  {
    name: 'log-in',
    urlPattern: '/login',
    modules: [appModule, 'src/login/LoginPage.tsx'],
    maxKilobytes: 180,
    isPrerendered: true,
  },
  {
    name: 'confirmation',
    urlPattern: '/policyholder/(new|authenticate|cancel)/:link',
    modules: [appModule, 'src/policyholder/DeepLinkPage.tsx'],
    maxKilobytes: 180,
  },
  {
    name: 'welcome',
    urlPattern: '/policyholder/welcome',
    modules: [appModule, 'src/policyholder/WelcomePage.tsx'],
    maxKilobytes: 180,
  },
  {
    name: 'signing',
    urlPattern: '/policyholder/documents',
    modules: [appModule, wizard, 'src/wizard/steps/SignStep.tsx'],
    maxKilobytes: 260,
    isPrerendered: true,
  },
  {
    name: 'signing, documents',
    modules: [appModule, wizard, 'src/wizard/steps/SignStep.tsx', signingScreen],
    maxKilobytes: 260,
  },
  {
    name: 'paying',
    urlPattern: '/policyholder/payments',
    modules: [appModule, wizard, 'src/wizard/steps/PayStep.tsx'],
    maxKilobytes: 260,
  },
]
