# Kappa with standard errors as the package vcd gives them, and the value as psych does.
# Reads tables of counts, one per line (the number of categories, then the cells row by row); prints a line each:
# unweighted value and error, linear value and error, quadratic value and error, psych's unweighted and quadratic value.
suppressMessages({library(vcd); library(psych)})
for (line in readLines(file("stdin"))) {
  numbers <- scan(text = line, quiet = TRUE)
  x <- matrix(numbers[-1], nrow = numbers[1], byrow = TRUE)
  linear <- Kappa(x, weights = "Equal-Spacing")
  quadratic <- Kappa(x, weights = "Fleiss-Cohen")
  both <- suppressWarnings(cohen.kappa(x))
  figures <- c(linear$Unweighted, linear$Weighted, quadratic$Weighted, both$kappa, both$weighted.kappa)
  cat(format(unname(figures), digits = 17), "\n")
}
