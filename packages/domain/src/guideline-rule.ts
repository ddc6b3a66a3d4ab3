/** The rules of the community guidelines that a decision names, with their titles on that page. */
export const GUIDELINE_RULES = {
  harassment: 'Harassment and hate',
  sexual: 'Sexual content',
  violence: 'Violence and danger',
  privacy: 'Other people’s lives',
  impersonation: 'Pretending to be someone',
  spam: 'Spam and deceit',
  copyright: 'What belongs to others',
  age: 'Age',
} as const;

export type GuidelineRule = keyof typeof GUIDELINE_RULES;

const isRule = (rule: string): rule is GuidelineRule => Object.hasOwn(GUIDELINE_RULES, rule);

/** The keys of the rules, in the page's order. */
export const GUIDELINE_RULE_IDS: readonly GuidelineRule[] =
  Object.keys(GUIDELINE_RULES).filter(isRule);

/** The title of a rule; the key itself for one that a newer database may have. */
export const guidelineRuleTitle = (rule: string): string =>
  isRule(rule) ? GUIDELINE_RULES[rule] : rule;
