// Resources that are questions and store nothing: everybody may do everything, and every token is good.
import type { JsonObject } from '../json/json.ts';

export interface Review {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly status: JsonObject;
}

const ALLOWED = { allowed: true, reason: 'the testkit allows everything' };
const USER = { username: 'system:anonymous', groups: ['system:masters'] };

export const REVIEWS: readonly Review[] = [
  authorization('selfsubjectaccessreviews', 'SelfSubjectAccessReview', ALLOWED),
  authorization('subjectaccessreviews', 'SubjectAccessReview', ALLOWED),
  authorization('selfsubjectrulesreviews', 'SelfSubjectRulesReview', {
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  }),
  authentication('tokenreviews', 'TokenReview', { authenticated: true, user: USER }),
  authentication('selfsubjectreviews', 'SelfSubjectReview', { userInfo: USER }),
];

function authorization(plural: string, kind: string, status: JsonObject): Review {
  return { group: 'authorization.k8s.io', version: 'v1', plural, kind, status };
}

function authentication(plural: string, kind: string, status: JsonObject): Review {
  return { group: 'authentication.k8s.io', version: 'v1', plural, kind, status };
}
