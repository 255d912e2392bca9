# Item statistics by other means, of answers drawn by the model, as JSON on standard output:
#   Rscript oracle.R PEOPLE ITEMS SHARE_MISSING SEED
# (1) an implementation of its own: the marginal likelihood integrated by a rule of each respondent's own around
#     their mode (not a grid that all share), maximised by R's nlminb from its slope alone, standard errors from
#     differences of the slope;
# (2) where the package glmmTMB is installed: the same model as a generalised linear mixed model by Laplace's
#     approximation, the standard deviation of abilities held at 1.
arguments <- as.numeric(commandArgs(trailingOnly = TRUE))
people <- arguments[1]
items <- arguments[2]
set.seed(arguments[4])
truth <- rnorm(items)
answers <- matrix(rbinom(people * items, 1, plogis(outer(rnorm(people), truth, "-"))), people)
answers[matrix(runif(people * items) < arguments[3], people)] <- NA
# Without a maximum where all answers to an item are the same: those are drawn no further.
varies <- apply(answers, 2, function(x) length(unique(x[!is.na(x)])) == 2)
answers <- answers[, varies, drop = FALSE]
truth <- truth[varies]
items <- ncol(answers)
given <- !is.na(answers)
known <- ifelse(given, answers, 0)

legendre <- function(n) {  # Golub and Welsch 1969
  k <- seq_len(n - 1)
  beta <- k / sqrt(4 * k^2 - 1)
  jacobi <- matrix(0, n, n)
  jacobi[cbind(k, k + 1)] <- beta
  jacobi[cbind(k + 1, k)] <- beta
  parts <- eigen(jacobi, symmetric = TRUE)
  list(x = parts$values, w = 2 * parts$vectors[1, ]^2)
}
rule <- legendre(41)

modes <- function(b) sapply(seq_len(people), function(r) {
  theta <- 0
  for (step in 1:60) {
    p <- plogis(theta - b[given[r, ]])
    theta <- theta + (sum(answers[r, given[r, ]]) - sum(p) - theta) / (sum(p * (1 - p)) + 1)
  }
  theta
})

look <- function(b) {
  centre <- modes(b)
  total <- 0
  slope <- numeric(items)
  mean <- numeric(people)
  square <- numeric(people)
  for (r in seq_len(people)) {
    own <- given[r, ]
    p <- plogis(centre[r] - b[own])
    half <- 8 / sqrt(1 + sum(p * (1 - p)))
    theta <- centre[r] + half * rule$x
    p <- plogis(outer(theta, b[own], "-"))
    logs <- dnorm(theta, log = TRUE) + log(p) %*% known[r, own] + log1p(-p) %*% (1 - known[r, own])
    top <- max(logs)
    weights <- exp(logs - top) * rule$w * half
    total <- total + top + log(sum(weights))
    weights <- as.vector(weights / sum(weights))
    slope[own] <- slope[own] + colSums(weights * p) - known[r, own]
    mean[r] <- sum(weights * theta)
    square[r] <- sum(weights * (theta - mean[r])^2)
  }
  list(value = -total, slope = -slope, mean = mean, sd = sqrt(square))
}

fit <- nlminb(rep(0, items), function(b) look(b)$value, function(b) look(b)$slope,
  control = list(rel.tol = 1e-14, x.tol = 1e-10, iter.max = 2000, eval.max = 4000))
last <- look(fit$par)
step <- 1e-4
bend <- sapply(seq_len(items), function(i) {
  unit <- replace(numeric(items), i, step)
  (look(fit$par + unit)$slope - look(fit$par - unit)$slope) / (2 * step)
})
error <- sqrt(diag(solve((bend + t(bend)) / 2)))
p <- plogis(outer(last$mean, fit$par, "-"))
residual <- ifelse(given, (known - p)^2, 0)
spread <- ifelse(given, p * (1 - p), 0)
infit <- colSums(residual) / colSums(spread)
outfit <- colSums(ifelse(given, residual / spread, 0)) / colSums(given)
rest <- sapply(seq_len(items), function(i) {
  others <- rowMeans(answers[, -i, drop = FALSE], na.rm = TRUE)
  cor(answers[, i], others, use = "complete.obs")
})
mixed <- NULL
if (requireNamespace("glmmTMB", quietly = TRUE)) {
  long <- data.frame(right = as.vector(answers), person = factor(row(answers)), item = factor(col(answers)))
  model <- glmmTMB::glmmTMB(right ~ 0 + item + (1 | person), data = long[!is.na(long$right), ], family = binomial,
    start = list(theta = 0), map = list(theta = factor(NA)))
  mixed <- -as.numeric(glmmTMB::fixef(model)$cond)
}

numbers <- function(x) if (is.null(x)) "null" else paste0("[", paste(formatC(x, digits = 12, format = "g"), collapse = ","), "]")
rows <- apply(answers, 1, function(row) paste0('"', paste(ifelse(is.na(row), ".", row), collapse = ""), '"'))
version <- function(package) if (requireNamespace(package, quietly = TRUE)) paste0('"', packageVersion(package), '"') else "null"
figures <- list(truth = truth, difficulties = fit$par, errors = error, mixed = mixed, abilities = last$mean,
  deviations = last$sd, infit = infit, outfit = outfit, pointBiserial = rest)
cat(sprintf('{\n"command": "Rscript oracle.R %s",\n"R": "%s",\n"glmmTMB": %s,\n"logLikelihood": %.8f,\n"rows": [\n%s\n],\n%s\n}\n',
  paste(commandArgs(trailingOnly = TRUE), collapse = " "), getRversion(), version("glmmTMB"), -last$value,
  paste(rows, collapse = ",\n"),
  paste(sprintf('"%s": %s', names(figures), sapply(names(figures), function(name) numbers(figures[[name]]))), collapse = ",\n")))
