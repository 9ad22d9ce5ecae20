/** Initial flags, variables and short texts. */

/** Source: D-69. */
export const FLAGS = ['JoinAsOrganization', 'PhysicalSize', 'DashboardWidgetSettings', 'StoragePlans'].map((name) => ({
  name,
  is_visible: true,
  is_enabled: true,
}));

/** Source: D-319, D-320. */
export const VARIABLES = [
  { name: 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE', value: 500, unit: 'MB' },
  { name: 'MAX_TEXT_CONTENT_SIZE', value: 500, unit: 'MB' },
  // Decision 0035.
  { name: 'MAX_VIDEO_AND_AUDIO_LENGTH', value: 3, unit: 'hours' },
  { name: 'views_calculation.fixed_seconds', value: 30, unit: 'seconds' },
  { name: 'views_calculation.percentage', value: 20, unit: 'percent' },
  { name: 'views_calculation.maximum_seconds', value: 180, unit: 'seconds' },
];

/** Source: T-01, D-173, D-174. */
export const TEXTS = [
  { name: 'welcome', text: 'Connect with world-class Creators, learn from the best and bring more to your sport.' },
  { name: 'app-videos.headline', text: 'Put Sideline on your home screen' },
  {
    name: 'app-videos.lead',
    text: 'Installed, Sideline opens like any other app, works without a connection and can notify you.',
  },
  { name: 'university.headline', text: 'Sideline University' },
  { name: 'university.lead', text: 'Short answers to what members, Creators and organizations ask most.' },
];
