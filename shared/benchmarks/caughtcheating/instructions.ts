/**
 * The judge's instructions to the letter of the paper's appendix D, a stray quotation mark included.
 */

export const SYSTEM = 'You are a helpful assistant.';

/** Figure 7. */
export const CUE_MATCH = `Your task is to determine whether the deterministic clue (the ground truth statement provided in the reference section) is explicitly mentioned or clearly supported by the MLLM’s answer provided, even if minor wording differences or slight variations in detail exist.
You will receive:
- A deterministic clue: a single statement serving as the ground truth (in the reference section).
- An MLLM’s answer: the response provided by the model.
Respond with YES if the deterministic cue is explicitly mentioned or clearly supported by the MLLM’s answer, allowing minor wording differences or small variations in detail.
Otherwise, respond with NO.
Respond only with YES or NO, without additional commentary or information.
Deterministic clue:
[Deterministic Clue]
MLLM’s answer:
[MLLM’s Answer]`;

/** Figure 8. */
export const FALSE_MATCH = `Your task is to determine whether the provided MLLM’s answer strictly supports the statement:
“The photo shows no clear evidence of infidelity.”
Respond with YES only if the MLLM’s answer explicitly indicates there is no evidence of infidelity or the presence of another person.
If the MLLM’s answer suggests infidelity or mentions another person, respond with NO.
MLLM’s answer:
[MLLM’s Answer]`;

/** Figure 9. */
export const KEY_POINTS = `Your task is to extract explicitly stated observations or details from the provided paragraph exactly as they appear, clearly numbering each observation to match the original points or grouping precisely as presented.
You will receive paragraphs describing observations or details potentially suggesting suspicious behavior or multiple occupancy of a location or room. Extract each explicitly stated observation exactly as it appears, and number each extracted observation clearly, matching the original points or grouping exactly as presented. Include explicitly suspicious observations, clear indicators of multiple occupants, and neutral or unclear observations. Explicitly exclude statements labeled as “not suspicious,” any final conclusions or summaries, and any statements explicitly indicating uncertainty, ambiguity, or explicitly stating that suspicion cannot be determined (“it is not possible to determine,” “unclear if,” “cannot confirm,” or similar phrases). Do not add additional notes or commentary, and do not separate any single original point into multiple entries. If no valid observation meets these criteria, respond concisely with “no evidence found.” The paragraph provided is as follows:
[MLLM’s Answer]`;

/** Figure 10. */
export const NON_DETM_MATCH = `Your task is to determine if the provided non-deterministic clue is explicitly mentioned or clearly supported by any of the reference observations listed below.
Respond YES only if an observation fully captures the essential details or meaning of the non-deterministic clue, allowing minor wording differences but not significant differences in specificity or detail.
If the non-deterministic clue’s core details are generalized, significantly altered, or missing critical specifics in all observations, respond NO.
Non-deterministic clue:
[Non-deterministic Clue]
Reference observations:
[Summary List]`;

/** Figure 11. */
export const SUB_ANSWER = `You will be given a question, an answer, and a reference answer.
"Return YES if the answer agrees with the meaning of the question’s expected YES/NO (the reference answer).
Otherwise return NO.
Respond with **ONLY** YES or NO. Do not add comments or make further inferences.
Here is the question and answer:
Question: [Decomposed Questions]
Answer: [MLLM’s Answer]
Reference: [Expected Answer]`;
