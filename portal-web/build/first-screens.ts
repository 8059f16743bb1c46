/** A screen that users open directly, for example from an email link or a bookmark. */
interface FirstScreen {
  name: string
  /** The URL pattern of the screen. Absent for a step that users reach from another screen. */
  at?: string
  /** The modules that the first view needs. */
  modules: readonly string[]
  /** The maximum size of the compressed JavaScript for the first view, in kilobytes. */
  most: number
  /** The first view, or its first part, is the same for all users, so the server sends it prerendered. */
  isAlike?: true
}

/** The module that starts every screen after the first paint. */
export const app = 'src/app.tsx'

const desk = 'src/signing/SigningScreen.tsx'
const wizard = 'src/policyholder/PolicyholderWizardPage.tsx'

/** The screens that users open first, often on a phone. Their scripts load in parallel with the page. */
export const firstScreens: readonly FirstScreen[] = [
  { name: 'landing', at: '/splash', modules: [app, 'src/pages/SplashPage.tsx'], most: 180, isAlike: true },
  {
    name: 'link request',
    at: '/policyholder/generate',
    modules: [app, 'src/policyholder/GeneratePage.tsx'],
    most: 180,
    isAlike: true,
  },
  { name: 'log-in', at: '/login', modules: [app, 'src/login/LoginPage.tsx'], most: 180, isAlike: true },
  {
    name: 'confirmation',
    at: '/policyholder/(new|authenticate|cancel)/:link',
    modules: [app, 'src/policyholder/DeepLinkPage.tsx'],
    most: 180,
  },
  { name: 'welcome', at: '/policyholder/welcome', modules: [app, 'src/policyholder/WelcomePage.tsx'], most: 180 },
  {
    name: 'signing',
    at: '/policyholder/documents',
    modules: [app, wizard, 'src/wizard/steps/SignStep.tsx'],
    most: 260,
    isAlike: true,
  },
  { name: 'signing, the papers', modules: [app, wizard, 'src/wizard/steps/SignStep.tsx', desk], most: 260 },
  { name: 'paying', at: '/policyholder/payments', modules: [app, wizard, 'src/wizard/steps/PayStep.tsx'], most: 260 },
]
